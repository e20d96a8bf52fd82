-- Turns a text of the project into a page of the book: a filter of pandoc. Called by
-- book/make, in the project's folder, with the text's path, or a source file's, as "text".

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path
local base = require("base")
local contents = require("contents")
local figures = require("figures")
local glossary = require("glossary")
local home = require("home")
local links = require("links")
local listings = require("listings")
local map_of = require("map")
local texts = require("texts")
local escaped, plain, raw = base.escaped, base.plain, base.raw

local function html(text) return pandoc.MetaInlines({ base.raw_inline(text) }) end

-- For those who list the page: of a chapter what it asks, as its first sentences are written to be read on; of others two sentences.
local function description_of(title, lead)
  if title.question then
    return title.name .. ": " .. title.question .. " Chapter " .. title.number .. " of a book that builds a Transformer in plain C++."
  end
  local words = lead and plain(lead):gsub("%s+", " ") or ""
  return words:match("^.-[.?!] .-[.?!]%f[%s\0]") or words
end

-- What a page that links to this one shows of it: its name, its question and its first figure. book/make draws it.
local function write_card(title, name, figure)
  figures.image(figure) -- writes the drawing
  local y, lines = 170, {}
  local function put(text, most, size, step, look)
    local line = ""
    for word in (text .. " \0"):gmatch("%S+") do
      if line ~= "" and (word == "\0" or utf8.len(line .. word) > most) then
        lines[#lines + 1] = string.format('<text x="64" y="%d" font-size="%d" %s>%s</text>', y, size, look, escaped(line))
        y, line = y + step, ""
      end
      line = line .. (line ~= "" and " " or "") .. word
    end
  end
  if title.number then put("Chapter " .. title.number, 99, 28, 64, 'font-family="sans-serif" font-weight="600" fill="#a83a06"') end
  put(title.name, 15, 50, 58, 'font-family="serif" font-weight="600" fill="#17202c"')
  put(title.question or "A Transformer in plain C++", 24, 30, 40, 'font-family="serif" font-style="italic" fill="#59616d"')
  base.write(base.book .. "/figures/share_" .. name .. ".svg", '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">' ..
    '<rect width="1200" height="630" fill="#fdfcf9"/><image href="drawings/' .. figure .. '.svg" x="580" y="70" width="572" height="490"/>' ..
    '<g stroke-width="7" stroke-linecap="round"><path d="M66 548h36" stroke="#2c4e99"/><path d="M66 561h25" stroke="#b13e06"/><path d="M66 574h17" stroke="#0d816a"/></g>' ..
    '<text x="122" y="571" font-family="sans-serif" font-weight="600" font-size="28" fill="#17202c">Attention by Hand</text>' .. table.concat(lines) .. "</svg>")
end

-- Pages before and behind a text, in the order of reading.
local function neighbours(meta, path)
  for i, text in ipairs(base.texts) do
    if text == path then
      for side, other in pairs({ prev = base.texts[i - 1], next = base.texts[i + 1] }) do
        local title = base.title_of(other)
        meta[side] = html(base.root .. base.place_of(other))
        meta[side .. "title"] = html(escaped((title.number and title.number .. ". " or "") .. title.name))
      end
    end
  end
end

-- The page of a source file.
local languages = { cpp = "cpp", hpp = "cpp", cmake = "cmake", md = "md", sh = "sh" }
local function source_page(path)
  local language = languages[path:match("%.(%w+)$")] or "text"
  local doc = pandoc.Pandoc({ listings.block(pandoc.CodeBlock(base.read(path), pandoc.Attr("", { language }))) })
  doc.meta.pagetitle = path
  doc.meta.source, doc.meta.name, doc.meta.title = true, html("<code>" .. escaped(path) .. "</code>"), html(escaped(path))
  doc.meta.description = html(escaped("The file " .. path .. " of Attention by Hand."))
  return doc
end

local function missing_page(doc)
  base.root = os.getenv("BOOK_ADDRESS"):gsub("/$", "") .. "/" -- it is shown at any address, however deep
  doc.meta.root, doc.meta.title, doc.meta.name = html(base.root), html("Not here"), html("This page is not here")
  doc.meta.description = doc.meta.title
  return doc
end

local function text_page(doc, path, page)
  local title = base.title_of(path)
  local text = { name = title.name, number = tonumber(title.number), page = page }
  local folder, lead = path:match("^(.*)/") or ".", nil
  local function prepared(parsed, its_folder) return texts.inlines_shaped(links.led(parsed, its_folder)) end
  doc = prepared(doc, folder)
  if path == "README.md" then
    doc, lead, doc.meta.live = home(doc, title.name)
    doc.meta.home = true
  else
    local answers = text.number and "docs/answers/" .. path:match("[^/]+$")
    answers = answers and base.read(answers) and texts.answers(prepared(base.parsed(answers), "docs/answers"))
    if path == "docs/glossary.md" then doc = glossary.with_anchors(doc) end
    doc, lead = texts.page(doc, text, answers)
    doc.meta.map = html(map_of(path))
    doc.meta.contents = pandoc.MetaBlocks({ raw(contents.html(path)) })
  end
  doc = texts.blocks_shaped(doc, page, title.number)
  neighbours(doc.meta, path)
  local whole = (title.number and title.number .. ". " or "") .. title.name
  doc.meta.title, doc.meta.name = html(escaped(whole)), html(escaped(title.name))
  doc.meta.description = html(escaped(description_of(title, lead)))
  local figure = path == "README.md" and "16_alignment" or title.number and base.read(path):match("%]%(figures/([%w_]+)%.svg%)")
  if doc.meta.address and figure then
    doc.meta.share = html((page:gsub("%.html$", "")))
    write_card(title, page:gsub("%.html$", ""), figure)
  end
  doc.meta.cards = pandoc.MetaBlocks({ raw(glossary.cards_html()) })
  if title.number then
    local _, exercises = (base.read(path):match("\n## Exercises\n(.-)\n## ") or ""):gsub("\n%d+%. ", "")
    doc.meta.chapter, doc.meta.number = html(path:match("([%w_]+)%.md$")), title.number
    doc.meta.question = title.question and html(escaped(title.question))
    doc.meta.facts = html(figures.count .. " figures · " .. exercises .. " exercises")
    doc.meta.live = os.getenv("BOOK_LIVE") ~= "" and doc.meta.chapter
  end
  if path == "docs/glossary.md" then
    for _, entry in ipairs(glossary.in_order()) do
      contents.entry(entry.term, entry.anchor, "term", "Glossary")
      contents.add_words(pandoc.Plain(entry.meaning))
    end
  end
  local _, rank = base.texts:find(path)
  if not path:match("^docs/answers/") then contents.write_entries(page, whole, rank) end
  return doc
end

local function with_place(doc, page)
  base.root = page:gsub("[^/]+", ".."):gsub("%.%.$", "")
  doc.meta.root = html(base.root)
  local address = os.getenv("BOOK_ADDRESS") or ""
  doc.meta.address = address ~= "" and html(escaped((address:gsub("/$", ""))))
  doc.meta.search = base.read(base.book .. "/minisearch.js") and html("minisearch")
  doc.meta.here = html(page == "index.html" and "" or page)
  return doc
end

function Pandoc(doc)
  local path, page = plain(doc.meta.text), plain(doc.meta.page)
  if page:match("/sources%.html$") then
    for source in base.read(path):gmatch("[^\n]+") do
      local place = "source/" .. source .. ".html"
      base.write(base.book .. "/" .. place, pandoc.write(with_place(source_page(source), place), "html5", PANDOC_WRITER_OPTIONS))
    end
    return doc
  end
  doc = with_place(doc, page)
  if page == "404.html" then return missing_page(doc) end
  return text_page(doc, path, page)
end
