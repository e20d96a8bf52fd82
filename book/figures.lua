-- Figures: in the page itself, so that their colours are the page's, in the light and in the dark.
-- Their own title and ground (class fig-head) are left out: the title is text of the page.

local base = require("base")
local escaped = base.escaped
local figures = { count = 0 }

local heaviest = 100 * 1000 -- bytes; a larger figure is an <img>, which follows the dark as well

local function in_quotes(text) return (text:gsub('"', "&quot;")) end

-- A figure's drawing without its head, and what the head says. Texts are as in the SVG: & is &amp;.
function figures.parts(name, folder)
  local svg = assert(base.read((folder or base.book .. "/figures") .. "/" .. name .. ".svg"), name .. ": no such figure")
  local head, body = svg:match("(<svg .->)\n(.*)</svg>%s*$")
  local width, height = head:match('width="([%d.]+)" height="([%d.]+)"')
  local top = head:match('data%-top="([%d.]+)"') or "0"
  local title, sub = body:match("<title[^>]*>(.-)</title>"), body:match("<desc[^>]*>(.-)</desc>")
  body = body:gsub("<title.-</title>\n", ""):gsub("<desc.-</desc>\n", ""):gsub('<g class="fig%-head">.-</g>\n', "", 1)
  height = string.format("%g", height - top)
  local label = in_quotes(title .. ". " .. sub)
  head = head:gsub(' aria%-labelledby="[^"]*"', function() return ' aria-label="' .. label .. '"' end):gsub(' data%-top="[^"]*"', "")
    :gsub(' height="[^"]*"', ' height="' .. height .. '"')
    :gsub('viewBox="[^"]*"', string.format('viewBox="0 %s %s %s"', top, width, height))
  return { svg = head .. "\n" .. body .. "</svg>", title = title, sub = sub, label = label, width = width, height = height }
end

-- The drawing as a file of its own, for an <img>.
local function write_drawing(name, parts)
  base.write(base.book .. "/figures/drawings/" .. name .. ".svg", parts.svg)
end

function figures.image(name)
  local parts = figures.parts(name)
  write_drawing(name, parts)
  return string.format('<img src="%sfigures/drawings/%s.svg" alt="%s" width="%s" height="%s" loading="lazy">', base.root, name,
    parts.label, parts.width, parts.height)
end

-- The figure's own page: as large as the screen, and its numbers -----------------------------------

-- The fields of a line of CSV; one in double quotes may hold commas, and quotes doubled.
local function fields_of(line)
  local fields, at = {}, 1
  while at <= #line + 1 do
    local quoted, behind = line:match('^"(.-)"()%f[,\0]', at)
    local field, finish = line:match("^([^,]*)()", at)
    fields[#fields + 1] = quoted and quoted:gsub('""', '"') or field
    at = (behind or finish) + 1
  end
  return fields
end

local function cells(line, is_head)
  local row = {}
  for _, field in ipairs(fields_of(line)) do
    local number = field:match("^-?%d+%.%d%d%d%d%d+") and tonumber(field)
    local shown = number and string.format("%.5g", number) or field
    local tag = is_head and shown ~= "" and "th" or "td"
    row[#row + 1] = "<" .. tag .. (tag == "th" and ' scope="col">' or ">") .. escaped(shown) .. "</" .. tag .. ">"
  end
  return "<tr>" .. table.concat(row) .. "</tr>\n"
end

-- The first lines of a CSV file as a table, for those who cannot see the picture.
local most_rows = 200
local function number_table(csv)
  local lines = {}
  for line in csv:gmatch("[^\r\n]+") do lines[#lines + 1] = line end
  local rows = { "<thead>", cells(lines[1] or "", true), "</thead><tbody>\n" }
  for i = 2, math.min(#lines, most_rows + 1) do rows[#rows + 1] = cells(lines[i], false) end
  local rest = #lines - 1 - most_rows
  return '<div class="scroll" role="group" aria-label="Numbers" tabindex="0"><table>' ..
    table.concat(rows) .. "</tbody></table></div>" ..
    (rest > 0 and "\n<p>" .. rest .. " more rows are in the file.</p>" or "")
end

-- The first chapter's page whose text shows the figure; this page where none does.
local function page_that_shows(name, here)
  local text = base.chapters():find_if(function(chapter)
    return base.read(chapter):find("figures/" .. name .. ".svg", 1, true)
  end)
  return text and base.place_of(text) or here
end

local function make_page(name, parts, here)
  local csv = base.read(base.book .. "/figures/" .. name .. ".csv")
  local values = {
    title = parts.title, sub = parts.sub, svg = parts.svg, back = page_that_shows(name, here),
    numbers = csv and '<h2>Its numbers</h2>\n<p><a href="' .. name .. '.csv">' .. name .. ".csv</a></p>\n" .. number_table(csv) or "",
  }
  base.write(base.book .. "/figures/" .. name .. ".html",
    (base.read("book/figure.html"):gsub("%$(%w+)%$", values)))
  return csv ~= nil
end

-- In a text ---------------------------------------------------------------------------------------

-- A picture that stands alone, with the italic line behind it as its caption, as a block of HTML.
-- Behind the drawing waits the one for a phone, if there is one. The empty <div class="turn"> is for the knobs of a book with live figures.
function figures.block(name, caption, here, number)
  local parts = figures.parts(name)
  local has_csv = make_page(name, parts, here)
  local drawing = parts.svg
  if #drawing > heaviest then drawing = figures.image(name) end
  local narrow = base.read(base.work .. "/narrow/" .. name .. ".svg") and figures.parts(name, base.work .. "/narrow")
  if narrow and narrow.width ~= parts.width then
    drawing = drawing .. '<template class="narrow">' .. narrow.svg:gsub("<svg ", '<svg style="--width:' .. narrow.width .. '" ', 1) .. "</template>"
  end
  if number then
    figures.count = figures.count + 1
    number = "<b>Figure " .. number .. "." .. figures.count .. "</b> "
  end
  local place, title = base.root .. "figures/" .. name, in_quotes(parts.title)
  return base.raw('<figure class="plot" id="figure-' .. name .. '" data-figure="' .. name .. '">\n' ..
    '<div class="fig-head"><p class="fig-title">' .. base.with_korean(parts.title) .. "</p>" ..
    (parts.sub ~= "" and '<p class="fig-sub">' .. base.with_korean(parts.sub) .. "</p>" or "") .. "</div>\n" ..
    '<div class="drawing" role="group" tabindex="0" aria-label="Figure: ' .. title .. '">' .. drawing .. "</div>\n" ..
    '<div class="turn" hidden></div>\n<figcaption>' .. (number or "") .. (caption and base.html_of_inlines(caption) or "") ..
    ' <span class="tools"><a href="' .. place .. '.html" aria-label="Large: ' .. title .. '">Large</a>' ..
    (has_csv and ' <a href="' .. place .. '.csv" aria-label="Numbers (CSV) of: ' .. title .. '">Numbers</a>' or "") ..
    "</span></figcaption>\n</figure>")
end

-- The name of the figure that a picture or an <img> shows.
function figures.name_of(block)
  local image = block and (block.t == "Para" or block.t == "Plain") and #block.content == 1 and block.content[1]
  local source = image and image.t == "Image" and image.src
  if block and block.t == "RawBlock" then source = block.text:match('^%s*<img [^>]*src="([^"]*)"[^>]*>%s*$') end
  return source and source:match("figures/([%w_-]+)%.svg$")
end

return figures
