// Stored values and addresses that try to be more than text, and integers that no double holds.
import { openPage, picture } from './browser.js';

export async function checkHostile(checks, browser, url) {
  const page = await openPage(browser, url);
  await page.goto(`${url}/reports/sales/by_zone`);
  await page.getByLabel('state').selectOption('open');
  await page.getByRole('button', { name: 'Run report' }).click();
  await page.locator('#outcome table').waitFor();
  const cells = await page.locator('#outcome tbody td').allTextContents();
  checks.equal(cells.slice(0, 6), ['<img src=x onerror=alert(1)>', '9223372036854775807', '99999999999999999999.10',
    '</td><script>alert(2)</script>', '-1', '0.10'], 'stored markup is text, and digits are all there');
  checks.equal(cells[7], '9007199254740993', 'an integer beyond 2^53 keeps its last digit');
  checks.equal(await page.locator('#outcome img, #outcome script').count(), 0, 'no stored element');
  checks.equal(await page.locator('.chart figcaption').textContent(), 'price (EUR) by zone', 'bars of the last number');
  await page.getByRole('link', { name: 'units', exact: true }).click();
  await page.getByText('units by zone').waitFor();
  checks.equal((await page.locator('.bars .value').allTextContents())[0], '9223372036854775807', 'a bar tells its digits');
  const rooms = await page.locator('.bars svg').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  checks.equal(new Set(rooms).size, 1, 'all bars have the same room');
  checks.expect(page.url().endsWith('&%24chart=units'), 'the chart is part of the address');
  await picture(page, 'hostile');

  const hostile = '"><img src=x onerror=alert(3)><script>alert(4)</script>';
  for (const address of [`/?q=${encodeURIComponent(hostile)}`, `/reports/sales/by_zone?%24run=1&state=${encodeURIComponent(hostile)}`,
    `/reports/sales/of_zones?%24run=1&states=open&zones=${encodeURIComponent(hostile)}`,
    `/reports/sales/by_zone?%24run=1&state=open&${encodeURIComponent(hostile)}=1`, `/reports/${encodeURIComponent(hostile)}`]) {
    await page.goto(url + address);
    checks.equal(await page.locator('img, main script').count(), 0, `${address}: no element of the address`);
  }
  await page.goto(`${url}/reports/sales/of_zones?zones=${encodeURIComponent(`\n ${hostile}`)}`);
  checks.equal(await page.getByLabel('zones').inputValue(), ` ${hostile}`, 'the form gives back what the address says');

  // The policy is what stops a mistake of ours: it has to be in force.
  const stopped = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    return window.ran !== true;
  });
  checks.expect(stopped, 'an inline script does not run');
  checks.expect(page.faults.length > 0 && page.faults.every((fault) => /content security policy/i.test(fault)),
    'the browser says that it stopped it, and nothing else was wrong', JSON.stringify(page.faults));
  await page.context().close();
}
