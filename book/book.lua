-- Turns a text of the project into a page of the book: a filter of pandoc. Called by
-- book/make, in the project's folder, with the text's path, or a source file's, as "text".

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path
local base = require("base")
local contents = require("contents")
local figures = require("figures")
local glossary = require("glossary")
local home = require("home")
local with_links_led = require("links")
local listings = require("listings")
local map_of = require("map")
local texts = require("texts")
local escaped, plain, raw = base.escaped, base.plain, base.raw

local function html(text) return pandoc.MetaInlines({ base.raw_inline(text) }) end

-- Two sentences of a paragraph, for those who list the page.
local function description_of(lead)
  local words = lead and plain(lead):gsub("%s+", " ") or ""
  return words:match("^.-[.?!] .-[.?!]%f[%s\0]") or words
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

local function source_page(doc, path)
  doc.blocks = doc.blocks:map(function(block)
    return block.t == "CodeBlock" and listings.block(block) or {}
  end)
  doc.meta.source, doc.meta.name, doc.meta.title = true, html("<code>" .. escaped(path) .. "</code>"), html(escaped(path))
  doc.meta.description = html(escaped("The file " .. path .. " of Attention by Hand."))
  return doc
end

local function text_page(doc, path, page)
  local title = base.title_of(path)
  local text = { name = title.name, number = tonumber(title.number), page = page }
  local folder, lead = path:match("^(.*)/") or ".", nil
  local function prepared(parsed, its_folder) return texts.inlines_shaped(with_links_led(parsed, its_folder)) end
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
  doc.meta.description = html(escaped(description_of(lead)))
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

function Pandoc(doc)
  local path, page = plain(doc.meta.text), plain(doc.meta.page)
  base.root = page:gsub("[^/]+", ".."):gsub("%.%.$", "")
  doc.meta.root = html(base.root)
  local address = os.getenv("BOOK_ADDRESS") or ""
  doc.meta.address = address ~= "" and html(escaped((address:gsub("/$", ""))))
  doc.meta.search = base.read(base.book .. "/minisearch.js") and html("minisearch")
  if page:match("^source/") then return source_page(doc, path) end
  return text_page(doc, path, page)
end
