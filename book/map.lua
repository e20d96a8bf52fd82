-- The map of the questions as a strip of links, with the parts of one chapter filled: the way from a part
-- of the model to its chapter. A part is a line that ends in its name and its chapters; a layer, in
-- capitals, has only these.

local base = require("base")
local questions = "docs/questions.md"

local function parts()
  local found = pandoc.List()
  local drawing = (base.read(questions) or ""):match("\n## The map\n.-```text\n(.-)```") or ""
  for line in drawing:gmatch("[^\n]+") do
    local layer, layers_chapter = line:match("^(%u[%u ]+%u),.-  (%d+)$")
    local name, numbers = line:match("  ([%l-]+ ?[%l-]*)  +([%d, ]+)$")
    if layer then
      found:insert({ name = layer:sub(1, 1) .. layer:sub(2):lower(), numbers = layers_chapter, is_layer = true })
    elseif name then
      found:insert({ name = (name:gsub(" +$", "")), numbers = numbers })
    end
  end
  return found
end

-- Empty for a chapter that is none of its parts'.
return function(text)
  local own, pages, out, is_on_it = base.title_of(text).number, {}, {}, text == questions
  for _, chapter in ipairs(base.chapters()) do pages[base.title_of(chapter).number] = base.place_of(chapter) end
  for _, part in ipairs(parts()) do
    local first, is_own = part.numbers:match("%d+"), false
    for number in part.numbers:gmatch("%d+") do is_own = is_own or number == own end
    is_on_it = is_on_it or is_own
    out[#out + 1] = '<li class="' .. (part.is_layer and "layer" or "part") .. '"><a href="' .. base.root .. pages[first] .. '"' ..
      (is_own and ' class="own"' or "") .. ' title="Chapter ' .. part.numbers .. '">' .. base.escaped(part.name) .. "</a></li>"
  end
  return is_on_it and '<nav class="map" aria-label="The parts of the model"><ol>' .. table.concat(out, "\n") .. "</ol></nav>" or ""
end
