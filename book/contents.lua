-- The contents beside a page, and what the search finds of it: both are made of its headings.

local base = require("base")
local escaped = base.escaped
local contents = { sections = pandoc.List() }
local entries = pandoc.List() -- of the search: a title, an id, the words below it

function contents.entry(title, id, kind, page)
  entries:insert({ title = title, id = id, kind = kind, page = page, words = {}, code = {} })
end

function contents.add_words(block)
  local entry = entries[#entries]
  if not entry or block.t == "RawBlock" then return end
  if block.t == "CodeBlock" then return contents.add_code(block.text) end
  entry.words[#entry.words + 1] = (base.words_of(block):gsub("%-%-%-+", " "))
end

-- Code, and what a block says of its origin, is found, but is no sentence to show.
function contents.add_code(text)
  local entry = entries[#entries]
  if entry then entry.code[#entry.code + 1] = text end
end

-- Takes a heading into both, under a level of 2 or 3.
function contents.heading(level, id, inlines)
  contents.entry((base.words_of(pandoc.Plain(inlines)):gsub("%s+", " "):gsub(" $", "")), id)
  contents.sections:insert({ level = level, id = id, html = base.html_of_inlines(inlines) })
end

local function sections_html()
  local out, is_open = { '<ol class="sections">' }, false
  for i, section in ipairs(contents.sections) do
    local following = contents.sections[i + 1]
    local link = '<li><a href="#' .. section.id .. '">' .. section.html .. "</a>"
    if section.level == 3 then
      out[#out + 1] = link .. "</li>"
      if is_open and not (following and following.level == 3) then out[#out + 1] = "</ol></li>" is_open = false end
    else
      is_open = following and following.level == 3
      out[#out + 1] = link .. (is_open and "<ol>" or "</li>")
    end
  end
  out[#out + 1] = "</ol>"
  return #contents.sections > 0 and table.concat(out, "\n") or ""
end

-- All chapters, and the sections of this one; behind them what one looks something up in.
function contents.html(here)
  local chapters, more = { '<ol class="chapters">' }, { '<ul class="more">' }
  local is_listed, parts = false, base.parts()
  for _, text in ipairs(base.texts) do
    local is_chapter, is_more = text:match("^docs/%d%d_"), text:match("^docs/[^/]+$") or text:match("^%u+%.md$") and text ~= "README.md"
    if is_chapter or is_more then
      local title, is_here = base.title_of(text), text == here
      is_listed = is_listed or is_here
      local list = is_chapter and chapters or more
      if parts[text] then list[#list + 1] = '<li class="book-part">' .. escaped(parts[text]) .. "</li>" end
      list[#list + 1] = "<li" .. (title.number and ' data-page="' .. text:match("([%w_]+)%.md$") .. '"' or "") .. '><a href="' ..
        base.root .. base.place_of(text) .. '"' .. (is_here and ' aria-current="page"' or "") .. ">" ..
        (is_chapter and '<span class="n">' .. (title.number or "") .. "</span> " or "") .. escaped(title.name) .. "</a>" ..
        (is_here and sections_html() or "") .. "</li>"
    end
  end
  local own = not is_listed and '<p class="contents-own">On this page</p>' .. sections_html() or ""
  return own .. table.concat(chapters, "\n") .. "</ol>\n" .. table.concat(more, "\n") .. "</ul>"
end

-- The search's data ---------------------------------------------------------------------------------

local function json(text)
  return '"' .. text:gsub('[\\"]', "\\%0"):gsub("%c", " "):gsub("</", "<\\/") .. '"'
end

-- Leaves the entries for book/make, in a file that sorts where the text stands in the book.
function contents.write_entries(page, title, rank)
  local out = {}
  for _, entry in ipairs(entries) do
    local words = table.concat(entry.words, " "):gsub("%s+", " ")
    local code = table.concat(entry.code, " "):gsub("%s+", " ")
    out[#out + 1] = "{u:" .. json(page .. (entry.id ~= "" and "#" .. entry.id or "")) .. ",t:" .. json(entry.title) .. ",p:" ..
      json(entry.page or title) .. (entry.kind and ",k:" .. json(entry.kind) or "") .. ",b:" .. json(words) .. (code ~= "" and ",c:" .. json(code) or "") .. "},\n"
  end
  base.write(string.format("%s/search/%03d", base.work, rank), table.concat(out))
end

return contents
