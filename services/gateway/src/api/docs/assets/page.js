// Adds the interactive parts of the documentation pages: the theme menu, copy buttons, and marking the current section.
// Remembers the selected language.

/** Adds a menu for the color theme to the header, over the icon of the theme. The web app uses the same cookie. */
function addThemeMenu() {
  const root = document.documentElement;
  const menu = document.createElement('select');
  menu.setAttribute('aria-label', 'Theme');
  menu.append(new Option('System', ''), new Option('Light', 'light'), new Option('Dark', 'dark'));
  menu.value = root.dataset.theme ?? '';
  const place = document.querySelector('.top .theme');
  const showName = () => {
    place.title = `Theme: ${menu.selectedOptions[0].text}`;
  };
  menu.addEventListener('change', () => {
    const { value } = menu;
    if (value) root.dataset.theme = value;
    else delete root.dataset.theme;
    showName();
    const isSecure = location.protocol === 'https:';
    const cookie = isSecure ? '__Host-theme' : 'theme';
    const age = value ? 31_536_000 : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `${cookie}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  });
  place.append(menu);
  showName();
}

/** Adds a button to the title bar of a block of code. It copies the visible code. */
function addCopyButton(bar) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const code = [...bar.parentElement.querySelectorAll('pre')].find((each) => each.checkVisibility());
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  bar.append(button);
}

const languageKey = 'apiLanguage';

/** Selects the language in every sample that has it, without moving the page under the reader. */
function selectLanguage(language, reference) {
  const top = reference?.getBoundingClientRect().top;
  for (const input of document.querySelectorAll('.sample input')) {
    if (input.value === language) input.checked = true;
  }
  if (reference) scrollBy({ top: reference.getBoundingClientRect().top - top, behavior: 'instant' });
}

function rememberLanguage() {
  try {
    const remembered = localStorage.getItem(languageKey);
    if (remembered) selectLanguage(remembered);
  } catch {
    // Ignore the error if the browser blocks storage. The language is then not remembered.
  }
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.sample input')) return;
    selectLanguage(target.value, target.closest('.sample'));
    try {
      localStorage.setItem(languageKey, target.value);
    } catch {
      // Ignore the error if the browser blocks storage. The language is then not remembered.
    }
  });
}

/** Marks the link to the section at the top of the viewport, and names the section in the bar of narrow screens. */
function followSections(contents) {
  const links = new Map(
    [...contents.querySelectorAll('.sections a')].map((link) => [link.hash.slice(1), link]),
  );
  const currentName = document.querySelector('.contents-bar .current');
  const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  const mark = () => {
    const current = sections.findLast((section) => section.getBoundingClientRect().top < 120) ?? sections[0];
    for (const [id, link] of links) {
      if (id !== current?.id) link.removeAttribute('aria-current');
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'location');
        link.scrollIntoView({ block: 'nearest' });
        currentName.textContent = ` · ${link.textContent}`;
      }
    }
  };
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true });
  mark();
}

/** Shows the current link when contents open, and closes them when a link is followed. */
function closeAfterChoice(contents) {
  contents.addEventListener('toggle', () => {
    contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  });
  contents.addEventListener('click', ({ target }) => {
    if (target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
  });
}

/** Adds a button that copies the Markdown of the page. */
function addPageCopyButton(actions) {
  const { href } = actions.querySelector('a');
  const button = document.createElement('button');
  button.type = 'button';
  const say = (text) => {
    button.textContent = text;
  };
  say('Copy page');
  const load = async () => {
    const response = await fetch(href);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Blob([await response.text()], { type: 'text/plain' });
  };
  button.addEventListener('click', async () => {
    try {
      // Safari allows writing only directly after a click, so the text is a promise.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': load() })]);
      say('Copied');
    } catch {
      say('Not copied: open it as Markdown');
    }
    setTimeout(() => say('Copy page'), 2_000);
  });
  actions.prepend(button);
}

addThemeMenu();
for (const bar of document.querySelectorAll('.code > .bar')) addCopyButton(bar);
rememberLanguage();
// A page of the guide has contents of its own besides those of the site.
const followed = document.querySelector('#toc') ?? document.querySelector('#contents');
if (followed) followSections(followed);
for (const contents of document.querySelectorAll('#contents, #toc')) closeAfterChoice(contents);
document.querySelector('#contents [aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
const pageActions = document.querySelector('.page-actions');
if (pageActions) addPageCopyButton(pageActions);
