// Everything with the keyboard alone, and every stop can be seen.
import { openPage } from './browser.js';

async function stops(page, until) {
  const seen = [];
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      const style = getComputedStyle(element);
      const name = element.id || element.textContent.trim().slice(0, 30) || element.tagName;
      return { name, ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 };
    });
    seen.push(stop);
    if (stop.name === until) return seen;
  }
  throw new Error(`no way to ${until}: ${JSON.stringify(seen)}`);
}

export async function checkKeyboard(checks, browser, url) {
  const page = await openPage(browser, url);
  await page.goto(url);
  const toSearch = await stops(page, 'search');
  checks.equal(toSearch[0].name, 'Skip to content', 'the first stop skips to the content');
  await page.keyboard.type('zone');
  const toReport = await stops(page, 'Sales by zone');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reports/sales/by_zone');
  const toState = await stops(page, 'field-state');
  await page.keyboard.type('c');
  const toLimit = await stops(page, 'field-limit');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.locator('#outcome table').waitFor();
  checks.equal(await page.locator('#outcome caption').textContent(), 'rows (3 rows, cut)', 'a report is called without a pointer');
  const onward = await stops(page, 'csv, the rows that are shown');
  checks.expect(onward.some((stop) => stop.name.startsWith('rows (3 rows')), 'a table that may scroll is a stop');
  const all = [...toSearch, ...toReport, ...toState, ...toLimit, ...onward];
  checks.equal(all.filter((stop) => !stop.ring).map((stop) => stop.name), [], 'every stop has a visible ring');
  await page.context().close();
}
