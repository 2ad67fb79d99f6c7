-- Links of a page (make_site.sh), which pandoc reads in the page's folder: to Markdown they become links to pages, to other texts of the tree
-- links to pages that show them; folders have no page. Names of texts and pictures are appended to the file $SITE_SHOWN. The first
-- heading is the title.
local title

local function note(path)
    local shown = assert(io.open(os.getenv('SITE_SHOWN'), 'a'))
    shown:write(pandoc.system.get_working_directory(), '/', path, '\n')
    shown:close()
end

function Link(link)
    local path, rest = link.target:match('^([^#]*)(.*)$')
    if path == '' or path:find('^%a+:') then
        return
    end
    local file = assert(io.open(path))
    local _, is_folder = file:read(0)
    file:close()
    if is_folder then
        return link.content
    end
    local page = path:gsub('%.md$', '')
    if page == path and not path:find('%.[13]$') then
        note(path)
    end
    link.target = page .. '.html' .. rest
    return link
end

function Image(image)
    note(image.src)
end

-- Options are not broken behind their first dash.
function Code(code)
    if #code.text < 30 and not code.text:find(' ') then
        code.classes:insert('word')
        return code
    end
end

function Header(header)
    title = title or pandoc.utils.stringify(header)
end

function Pandoc(document)
    document.meta.pagetitle = title
    return document
end
