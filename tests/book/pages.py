"""What is wrong with a folder of HTML pages: links, pictures, scripts, styles."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from markdown import linked_file, read


class Page(HTMLParser):
    """The tags of a page and the names that a link may end in."""

    def __init__(self, path):
        super().__init__()
        self.tags, self.ids = [], set()
        self.feed(read(path))

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        self.tags.append((tag, attributes))
        self.ids.add(attributes.get("id"))


def target_error(folder, pages, page, tag, target):
    if not target:
        return "leads nowhere"
    if re.match(r"[^/#?]*:", target):  # https:, mailto:, data:
        return "" if tag == "a" or target.startswith("data:") else "loads from elsewhere"
    file = unquote(linked_file(page, target))
    if not (folder / file).is_file():
        return "no such file"
    if "#" not in target:
        return ""
    if file not in pages:
        return "no page, and so no heading"
    return "" if unquote(target.partition("#")[2]) in pages[file].ids else "no such heading"


def errors_of_page(folder, pages, page):
    errors = []
    for tag, attributes in pages[page].tags:
        if tag == "script" and "src" not in attributes:
            errors.append("a script in the page")
        if tag == "img" and not attributes.get("alt", "").strip():
            errors.append("the picture has no description")
        errors += [f"a script in {name}" for name in attributes if name.startswith("on")]
        source = "href" if tag in ("a", "link") else "src"
        if tag in ("img", "link") or tag in ("a", "script") and source in attributes:
            target = attributes.get(source, "")
            error = target_error(folder, pages, page, tag, target)
            errors += [f"({target}): {error}"] if error else []
    return errors


def page_errors(folder):
    folder = Path(folder)
    pages = {str(path.relative_to(folder)): Page(path) for path in sorted(folder.rglob("*.html"))}
    linked = {"index.html"}
    for page, content in pages.items():
        targets = (attributes.get("href", "") for tag, attributes in content.tags if tag == "a")
        linked.update(file for target in targets if (file := unquote(linked_file(page, target))) != page)
    errors = [f"{page}: {error}" for page in pages for error in errors_of_page(folder, pages, page)]
    errors += [f"{page}: no page links to it" for page in pages if page not in linked]
    style = folder / "book.css"
    if style.exists():
        files = re.findall(r"url\(([^)]*)\)", read(style))
        errors += [f"book.css: {file}: no such file" for file in files if not (folder / file).exists()]
        errors += ["book.css: @import"] if "@import" in read(style) else []
    return errors
