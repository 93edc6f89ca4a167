// Chromium with a new profile, and pages that remember what went wrong in them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const pictures = process.env.QUERYGATE_SCREENSHOTS;

// The sandbox of a browser that runs as root cannot be had; what it opens here is this test's own server.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

export async function openBrowser(executablePath) {
  return chromium.launch({ executablePath, headless: true, args: flags });
}

// `faults` gathers violations of the content policy, scripts that threw, dialogs, and requests to anywhere else.
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.setDefaultTimeout(15000);
  page.on('console', (message) => {
    // A status that is no success is how a rejection is told, not a fault.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) page.faults.push(message.text());
    if (/content security policy/i.test(message.text())) page.faults.push(message.text());
  });
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('dialog', (dialog) => {
    page.faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) page.faults.push(`request to ${request.url()}`);
  });
  return page;
}

export async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
