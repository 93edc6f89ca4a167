// A demo deployment, with fixtures of the conformance suite, served by the program under test.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));

// Replaces what must be there once.
function edit(file, from, to) {
  const text = readFileSync(file, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not have ${from} once`);
  writeFileSync(file, text.replace(from, to));
}

export class Served {
  // `anonymous`: the role of callers without credentials, or none.
  constructor(program, anonymous = 'analyst') {
    this.program = program;
    this.folder = mkdtempSync(join(tmpdir(), 'querygate-clients-'));
    this.demo = join(this.folder, 'demo');
    const made = spawnSync(program, ['demo', this.demo], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`demo: exit ${made.status}\n${made.stderr}`);
    cpSync(join(here, 'fixtures'), join(this.demo, 'reports'), { recursive: true });
    // The checks send many calls at once, all of them as the one anonymous caller.
    appendFileSync(join(this.demo, 'querygate.yaml'), 'execution: { calls: 4, queue: 400 }\n');
    const access = join(this.demo, 'policies', 'access.yaml');
    edit(access, 'anonymous: none', `anonymous: ${anonymous}`);
    edit(access, "reports: ['parcels/*', 'music/*', ", "reports: ['*', 'parcels/*', 'music/*', ");
  }

  // The command that serves one client on standard input and output.
  stdio() {
    return { command: this.program, args: ['serve', '--stdio', '--config', join(this.demo, 'querygate.yaml')] };
  }

  // Listens on a free port; resolves to the URL.
  async listen() {
    this.server = spawn(this.program, ['serve', '--http', '127.0.0.1:0'], { cwd: this.demo, stdio: ['ignore', 'ignore', 'pipe'] });
    this.log = '';
    return new Promise((resolve, reject) => {
      this.server.on('exit', (code) => reject(new Error(`serve: exit ${code}\n${this.log}`)));
      this.server.stderr.on('data', (data) => {
        this.log += data;
        const url = /listening on (http:\/\/[0-9.]+:[0-9]+)/.exec(this.log);
        if (url) resolve(url[1]);
      });
    });
  }

  // SIGTERM; resolves to the exit code.
  async stop() {
    if (!this.server || this.server.exitCode !== null || this.server.signalCode !== null) return undefined;
    this.server.removeAllListeners('exit');
    const ended = new Promise((resolve) => this.server.on('exit', (code, signal) => resolve(code ?? signal)));
    this.server.kill('SIGTERM');
    return ended;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
