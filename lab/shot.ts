import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { By } from 'selenium-webdriver';
import { openFirefox } from '../chart-merger/testing/firefox.ts';
const [session, dark, width] = [process.argv[2]!, process.argv[3] === 'dark', Number(process.argv[4] ?? 1280)];
const server = spawn('./outcry', ['charts', '--session', session], { stdio: ['ignore', 'pipe', 'pipe'] });
let out = '';
for (const s of [server.stdout, server.stderr]) s.on('data', (d) => { out += d; });
while (!/http:\/\/\S+/.test(out)) { await new Promise((r) => setTimeout(r, 200)); if (server.exitCode !== null) { console.log(out); process.exit(1); } }
const url = /http:\/\/\S+/.exec(out)![0];
const page = await openFirefox('/tmp', dark);
await page.setWidth(width);
await page.open(url);
await new Promise((r) => setTimeout(r, 3000));
const name = `/tmp/shot-${dark ? 'dark' : 'light'}-${width}`;
writeFileSync(`${name}-full.png`, Buffer.from(await page.driver.findElement(By.css('body')).takeScreenshot(), 'base64'));
for (const id of ['connected', 'delivered', 'lost']) {
  const e = await page.driver.findElements(By.css(`[data-graph="${id}"]`));
  if (e[0]) { await page.driver.executeScript('arguments[0].scrollIntoView({block:"center"})', e[0]); await new Promise((r) => setTimeout(r, 800)); writeFileSync(`${name}-${id}.png`, Buffer.from(await e[0].takeScreenshot(), 'base64')); }
}
await page.close();
server.kill('SIGINT');
