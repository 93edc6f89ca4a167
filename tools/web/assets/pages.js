// What pages do more pleasantly with a script. The server renders everything: an answer is fetched as the page that it
// is, and its main element takes the place of this one. Stored text never passes through here as markup of ours.

const status = document.getElementById('status');
let asked; // the request in progress; a newer one ends it
let place = location.pathname + location.search; // whose answer is shown

function say(text) {
  status.textContent = text;
}

function showCopyButtons() {
  for (const button of document.querySelectorAll('button.copy')) button.hidden = false;
}

// Blank fields say nothing; without them the address is the call and no more.
function addressOf(form) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== '') query.append(name, value);
  return `${form.getAttribute('action')}?${query}`;
}

async function show(address, keep) {
  asked?.abort();
  const mine = (asked = new AbortController());
  const main = document.getElementById('main');
  main.setAttribute('aria-busy', 'true');
  say('Running …');
  try {
    const response = await fetch(address, { signal: mine.signal, headers: { accept: 'text/html' } });
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('text/html')) throw new Error('not a page');
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.getElementById('main');
    if (!next) throw new Error('not a page of this server');
    if (keep) history.pushState(null, '', address);
    place = location.pathname + location.search;
    document.title = page.title;
    main.replaceWith(document.adoptNode(next));
    showCopyButtons();
    const title = document.getElementById('outcome-title');
    (title ?? document.getElementById('main')).focus();
    say('');
  } catch (error) {
    if (mine.signal.aborted) return;
    main.removeAttribute('aria-busy');
    say('The server did not answer. This says nothing about the data.');
  }
}

async function copy(button) {
  const code = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(code.textContent);
    say('Copied.');
  } catch {
    // Only a page of a secure context may write; anybody may select.
    getSelection().selectAllChildren(code);
    say('Selected: copy with the keyboard.');
  }
}

function filter(search) {
  const words = search.value.toLowerCase().split(' ').filter((word) => word !== '');
  let shown = 0;
  for (const group of document.querySelectorAll('section.group')) {
    let inGroup = 0;
    for (const row of group.querySelectorAll('li')) {
      row.hidden = !words.every((word) => row.dataset.search.includes(word));
      inGroup += row.hidden ? 0 : 1;
    }
    group.hidden = inGroup === 0;
    shown += inGroup;
  }
  document.getElementById('nothing').hidden = shown > 0;
}

document.addEventListener('submit', (event) => {
  if (event.target.id !== 'call') return;
  event.preventDefault();
  show(addressOf(event.target), true);
});

document.addEventListener('click', (event) => {
  const button = event.target.closest('button.copy');
  if (button) copy(button);
  const link = event.target.closest('a[data-swap]');
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  show(link.getAttribute('href'), true);
});

document.addEventListener('input', (event) => {
  if (event.target.id === 'search') filter(event.target);
});

// A step to a fragment of the same page is no other call.
addEventListener('popstate', () => {
  const next = location.pathname + location.search;
  if (next !== place) show(next, false);
});

showCopyButtons();
