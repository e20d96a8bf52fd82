-- Turns a text of the project into a page of the book. Called by scripts/book/make, in the
-- project's folder, which says where the book is made (BOOK,
-- BOOK_WORK) and of which texts (BOOK_TEXTS).

local book, work = os.getenv("BOOK"), os.getenv("BOOK_WORK")
local root  -- from this page to the book's folder: "" or "../"
local folder  -- of this text, from the project's folder

local function read(path)
  local file = io.open(path)
  local text = file and file:read("a")
  if file then file:close() end
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

local function escaped(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local function normalised(path)
  local parts = {}
  for part in path:gmatch("[^/]+") do
    if part == ".." then table.remove(parts) elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

-- Where a file of the project is in the book, or nil for a folder. A source file leaves its name
-- for scripts/book/make, which makes its page.
local function place_of(path)
  if path == "README.md" then return "index.html" end
  if path:match("^docs/figures/") then return (path:gsub("^docs/", "")) end
  local page = path:match("^docs/(.+)%.md$") or path:match("^(%u+)%.md$")
  if page then return (path:match("^docs/") and page or page:lower()) .. ".html" end
  if not read(path) then return nil end
  local sources = assert(io.open(work .. "/sources", "a"))
  sources:write(path .. "\n")
  sources:close()
  return "source/" .. path .. ".html"
end

local function is_outside(target)
  return target:match("^%a[%w+.-]*:") ~= nil
end

local function place_of_link(target)
  if is_outside(target) or target:match("^#") then return target end
  local path, anchor = target:match("^([^#]*)(.*)$")
  local place = place_of(normalised(folder .. "/" .. path))
  return place and root .. place .. anchor
end

local function Link(link)
  local place = place_of_link(link.target)
  if not place then return link.content end  -- a folder: the book has none
  link.target = place
  return link
end

-- A minus sign before a number is no subtraction: in braces it gets no space.
local function with_signs_bound(tex)
  for _, before in ipairs({ "[(,=]%s*", "\\cdot%s*" }) do
    tex = tex:gsub("(" .. before .. ")(%-[%d.]+)", "%1{%2}")
  end
  return tex
end

-- Browsers do not break a formula. One within a line is cut behind its operators, so that a
-- phone's line may end there.
local function Math(math)
  math.text = with_signs_bound(math.text)
  if math.mathtype ~= "InlineMath" or #math.text < 24 or math.text:match("\\left") then return math end
  local pieces, depth, from = pandoc.List(), 0, 1
  for at, sign in math.text:gmatch("()([{}=+-])") do
    if sign == "{" then depth = depth + 1 elseif sign == "}" then depth = depth - 1 end
    if depth == 0 and sign ~= "}" and math.text:sub(at - 1, at + 1) == " " .. sign .. " " then
      pieces:insert(pandoc.Math("InlineMath", math.text:sub(from, at)))
      pieces:insert(pandoc.Str("\u{200B}"))
      from = at + 1
    end
  end
  pieces:insert(pandoc.Math("InlineMath", math.text:sub(from)))
  return pieces
end

-- HTML in a text: its comments are dropped, its links and pictures are led on.
local function Raw(raw)
  if raw.text:match("^%s*<!%-%-") then return {} end
  raw.text = raw.text:gsub('(%f[%a]%a+)="([^"]*)"', function(name, target)
    if name ~= "href" and name ~= "src" then return nil end
    return name .. '="' .. (place_of_link(target) or "") .. '"'
  end)
  return raw
end

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

local function cells(line, tag)
  local row = {}
  for _, field in ipairs(fields_of(line)) do
    local number = field:match("^-?%d+%.%d%d%d%d%d+") and tonumber(field)
    local shown = number and string.format("%.5g", number) or field
    row[#row + 1] = "<" .. tag .. ">" .. escaped(shown) .. "</" .. tag .. ">"
  end
  return "<tr>" .. table.concat(row) .. "</tr>\n"
end

-- The first lines of a CSV file as a table, for those who cannot see the picture.
local most_rows = 200
local function number_table(csv)
  local lines = {}
  for line in csv:gmatch("[^\r\n]+") do lines[#lines + 1] = line end
  local rows = { "<thead>", cells(lines[1] or "", "th"), "</thead><tbody>\n" }
  for i = 2, math.min(#lines, most_rows + 1) do rows[#rows + 1] = cells(lines[i], "td") end
  local rest = #lines - 1 - most_rows
  return '<div class="scroll" role="region" aria-label="Numbers" tabindex="0"><table>' ..
    table.concat(rows) .. "</tbody></table></div>" ..
    (rest > 0 and "\n<p>" .. rest .. " more rows are in the file.</p>" or "")
end

local figure_page = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s · Attention by Hand</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../book.css">
</head>
<body>
<header class="bar">
<a class="home" href="../index.html">Attention by Hand</a>
<a href="../%s">Back to the text</a>
</header>
<main class="large">
<h1>%s</h1>
<p>%s</p>
<div class="scroll" role="region" aria-label="Figure" tabindex="0"><img src="%s.svg" alt="%s"></div>
%s
</main>
</body>
</html>
]]

-- The first chapter's page whose text shows the figure; this page where none does.
local function page_that_shows(name, here)
  for text in os.getenv("BOOK_TEXTS"):gmatch("%S+") do
    if text:match("^docs/%d") and read(text):find("figures/" .. name .. ".svg", 1, true) then
      return place_of(text)
    end
  end
  return here
end

-- The figure's own page: the picture as large as the screen, and its numbers.
local function make_figure_page(name, alt, here)
  local back = page_that_shows(name, here)
  local csv = read(book .. "/figures/" .. name .. ".csv")
  local title, more = alt:match("^(.-[.?!])%s+(.*)$")
  local numbers = csv and '<h2>Its numbers</h2>\n<p><a href="' .. name .. '.csv">' .. name ..
    ".csv</a></p>\n" .. number_table(csv) or ""
  write(book .. "/figures/" .. name .. ".html",
    string.format(figure_page, escaped(title or alt), back, escaped(title or alt), escaped(more or ""),
      name, escaped(alt), numbers))
  return csv ~= nil
end

local function size_of(svg)
  return (svg or ""):match('width="(%d+)" height="(%d+)"')
end

-- A picture that stands alone, with the italic line behind it as its caption.
local function figure_of(image, caption, here)
  local alt = pandoc.utils.stringify(image.caption)
  local name = image.src:match("figures/([%w_-]+)%.svg$")
  if not name then return nil end
  local has_csv = make_figure_page(name, alt, here)
  local place = root .. "figures/" .. name
  local svg = read(book .. "/figures/" .. name .. ".svg")
  local width, height = size_of(svg and svg:sub(1, 600):gsub("%s+", " "))
  local size = width and ' width="' .. width .. '" height="' .. height .. '"' or ""
  local blocks = { pandoc.RawBlock("html", '<figure>\n<a class="picture" href="' .. place .. '.html"><img src="' ..
    place .. '.svg" alt="' .. escaped(alt) .. '"' .. size .. "></a>\n<figcaption>") }
  if caption then blocks[#blocks + 1] = pandoc.Plain(caption) end
  blocks[#blocks + 1] = pandoc.RawBlock("html", '<span class="tools"><a href="' .. place .. '.html" aria-label="Large: ' ..
    escaped(alt) .. '">Large</a>' .. (has_csv and ' · <a href="' .. place .. '.csv" aria-label="Numbers of: ' ..
    escaped(alt) .. '">Numbers (CSV)</a>' or "") .. "</span></figcaption>\n</figure>")
  return blocks
end

local function only_inline(block, kind)
  return block and block.t == "Para" and #block.content == 1 and block.content[1].t == kind and block.content[1]
end

local function Blocks(blocks, here)
  local out = pandoc.List()
  local i = 1
  while i <= #blocks do
    local image = only_inline(blocks[i], "Image")
    local emphasis = image and only_inline(blocks[i + 1], "Emph")
    local figure = image and figure_of(image, emphasis and emphasis.content, here)
    if figure then
      out:extend(figure)
      if emphasis then i = i + 1 end
    else
      out:insert(blocks[i])
    end
    i = i + 1
  end
  return out
end

-- A table may be wider than a phone: it scrolls by itself. Its columns are as wide as they need.
local function Table(grid)
  for _, column in ipairs(grid.colspecs) do column[2] = nil end
  return {
    pandoc.RawBlock("html", '<div class="scroll" role="region" aria-label="Table" tabindex="0">'),
    grid, pandoc.RawBlock("html", "</div>"),
  }
end

function Pandoc(doc)
  root = pandoc.utils.stringify(doc.meta.root or "")
  local here = pandoc.utils.stringify(doc.meta.page)
  local input = PANDOC_STATE.input_files[1]
  folder = input:match("^(.*)/") or "."
  doc = doc:walk({ Link = Link, RawBlock = Raw, RawInline = Raw, Table = Table, Math = Math })
  return doc:walk({ Blocks = function(blocks) return Blocks(blocks, here) end })
end
