-- Links of a text, led on to where their targets are in the book.

local base = require("base")

local links = {}

function links.normalised(path)
  local parts = {}
  for part in path:gmatch("[^/]+") do
    if part == ".." then table.remove(parts) elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

local function place_of_link(folder, target)
  if target:match("^%a[%w+.-]*:") or target:match("^#") then return target end
  local path, anchor = target:match("^([^#]*)(.*)$")
  local place = base.place_of(links.normalised(folder .. "/" .. path))
  return place and base.root .. place .. anchor
end

-- A text's blocks with its links and its HTML's led on; folder is the text's.
function links.led(doc, folder)
  local function raw(element)
    element.text = element.text:gsub('(%f[%a]%a+)="([^"]*)"', function(name, target)
      if name ~= "href" then return nil end
      return name .. '="' .. (place_of_link(folder, target) or "") .. '"'
    end)
    return element
  end
  return doc:walk({
    Link = function(link)
      local place = place_of_link(folder, link.target)
      if not place then return link.content end -- a folder: the book has none
      link.target = place
      return link
    end,
    RawBlock = raw, RawInline = raw,
  })
end

return links
