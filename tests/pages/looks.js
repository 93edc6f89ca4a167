// Narrow windows, dark and light, names for everything, contrast.
import { openPage, picture } from './browser.js';

const answer = '/reports/sales/by_zone?%24run=1&state=open&limit=3';
const refused = '/reports/sales/by_day?%24run=1&since=2026-02-01&until=2026-01-01';

// Texts whose contrast with what is behind them is below 4.5 (3 for large ones), after WCAG 2.
function faint() {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = channels(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  let judged = 0;
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (!own || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(channels(style.color)), light(behind(element))].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    judged += 1;
    if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) found.push(`${element.tagName} ${element.textContent.slice(0, 40)}`);
  }
  return { found, judged };
}

// Controls without a name, tables without a caption or with headings that head nothing, ids that are there twice.
function nameless() {
  const found = [];
  for (const control of document.querySelectorAll('input:not([type=hidden]), select, textarea, button')) {
    if (!control.labels?.length && !control.ariaLabel && control.textContent.trim() === '') found.push(control.outerHTML);
  }
  for (const table of document.querySelectorAll('table')) {
    if (!table.caption?.textContent) found.push('a table without a caption');
    for (const heading of table.querySelectorAll('th:not([scope])')) found.push(heading.outerHTML);
  }
  for (const element of document.querySelectorAll('[aria-describedby]')) {
    for (const id of element.getAttribute('aria-describedby').split(' ')) if (!document.getElementById(id)) found.push(`no ${id}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`${id} twice`);
  if (document.documentElement.lang !== 'en') found.push('no language');
  return found;
}

export async function checkLooks(checks, browser, url) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [360, 1200]) {
      const page = await openPage(browser, url, { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
      for (const [name, address] of [['index', '/'], ['answer', answer], ['refused', refused], ['lists', '/reports/sales/of_zones']]) {
        const what = `${name}, ${width} wide, ${colorScheme}`;
        await page.goto(url + address);
        await picture(page, `${name}-${width}-${colorScheme}`);
        checks.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${what}: nothing hangs over the edge`);
        const contrast = await page.evaluate(faint);
        checks.equal(contrast.found, [], `${what}: every text can be read`);
        checks.expect(contrast.judged > 10, `${what}: texts were judged`);
        checks.equal(await page.evaluate(nameless), [], `${what}: everything has a name`);
        checks.equal(await page.evaluate(() => document.getAnimations().length), 0, `${what}: nothing moves`);
      }
      const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      checks.equal(dark === 'rgb(255, 255, 255)', colorScheme === 'light', `${colorScheme} as the reader's system is`);
      checks.equal(page.faults, [], 'pages break no policy');
      await page.context().close();
    }
  }
}
