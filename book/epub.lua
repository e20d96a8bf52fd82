-- All texts of the book as one, for an EPUB: a filter of pandoc, which book/make calls with nothing to read. Each text is a
-- chapter, its ids begin with its name, and links lead to what is inside.

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path
local base = require("base")
local normalised = require("links").normalised
local texts = base.texts:filter(function(text) return text:match("^docs/") end)

local function name_of(text) return (text:gsub("^docs/", ""):gsub("%.md$", ""):gsub("/", "-")) end

-- Where a link of a text leads inside, or nil.
local function place_of(text, target)
  local path, anchor = target:match("^([^#]*)#?(.*)$")
  local other = path == "" and text or normalised(text:match("^(.*)/") .. "/" .. path)
  if not texts:includes(other) then return nil end
  return "#" .. name_of(other) .. (anchor ~= "" and "--" .. anchor or "")
end

-- What is folded in a page is open in a book: its summary is a line of its own.
local function html(block)
  local summary = block.text:match("<summary>(.-)</summary>")
  return summary and pandoc.Para({ pandoc.Strong(pandoc.read(summary, "html").blocks[1].content) }) or {}
end

local function read(text)
  local doc, is_title = base.parsed(text), true
  return doc:walk({
    Header = function(header)
      header.identifier = is_title and name_of(text) or name_of(text) .. "--" .. header.identifier
      is_title = false
      return header
    end,
    Link = function(link)
      if link.target:match("^%a[%w+.-]*:") then return link end
      link.target = place_of(text, link.target) or ""
      return link.target ~= "" and link or link.content
    end,
    Image = function(image)
      image.attributes.width = "100%"
      image.src = normalised(text:match("^(.*)/") .. "/" .. image.src)
      return image
    end,
    RawBlock = html,
    RawInline = function() return {} end,
  }).blocks
end

function Pandoc(doc)
  for _, text in ipairs(texts) do doc.blocks:extend(read(text)) end
  return doc
end
