import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installPackages } from './browser.mjs';
import { root } from './root.mjs';
import { run, say } from './run.mjs';

const folder = join(root, 'e2e/clients');
const npmFolder = join(folder, 'npm');
const cache = join(root, '.cache/clients');
/** Where Debian installs the sources of Go libraries. */
const GO_PATH = '/usr/share/gocode';
/** The system's Python: its packages are not available to another Python earlier in the path. */
const PYTHON = '/usr/bin/python3';

/** The steps of every client, in order. */
export const steps = [
  'sign-in',
  'groups',
  'projects',
  'members',
  'labels',
  'milestones',
  'issues',
  'links',
  'epics',
  'notes',
  'reactions',
  'to-dos',
  'uploads',
  'repositories',
  'merge requests',
  'deployments',
  'vulnerabilities',
  'pagination',
  'clean-up',
];

/** The steps that one client of Python, Ruby and JavaScript each stands for. */
const delivery = ['repositories', 'merge requests', 'deployments', 'vulnerabilities'];

/**
 * A published client of the API, at one release.
 * @typedef {object} Client
 * @property {string} name
 * @property {string} title with the release that the tests were written with
 * @property {readonly string[]} command runs the scenario
 * @property {readonly string[]} finds succeeds where the client is installed
 * @property {readonly string[]} packages of Debian; none for those of npm, which e2e/clients/npm/package.json names
 * @property {string} [wheel] of the package index of Python, installed into a folder of its own: Debian has no package of it
 * @property {readonly string[]} steps of its scenario: without those that it has no working calls for, its script says why, or that
 *   others stand for
 * @property {NodeJS.ProcessEnv} [env]
 */

/** @type {(file: string) => string} */
const script = (file) => join(folder, file);
/** @type {(name: string) => string} */
const environmentOf = (name) => join(cache, 'python', name);
/** The Python that has the wheel of a client. @type {(name: string) => string} */
const pythonOf = (name) => join(environmentOf(name), 'bin/python');
/** @type {(...lacking: readonly string[]) => readonly string[]} */
const stepsWithout = (...lacking) => steps.filter((step) => !lacking.includes(step));
/** @type {(name: string, title: string, lacking?: readonly string[]) => Client} */
const npmClient = (name, title, lacking = []) => ({
  name,
  title,
  command: [process.execPath, script('npm/gitbeaker.cjs'), name],
  finds: [process.execPath, '-e', `require.resolve('${name}', { paths: [process.argv[1]] })`, npmFolder],
  packages: [],
  steps: stepsWithout(...lacking),
});

/** @type {readonly Client[]} */
export const clients = [
  {
    name: 'python-gitlab',
    title: 'python-gitlab 3.12',
    command: [PYTHON, '-W', 'ignore', script('python-gitlab.py')],
    finds: [PYTHON, '-c', 'import gitlab'],
    packages: ['python3-gitlab'],
    steps,
  },
  {
    name: 'ruby-gitlab',
    title: 'the Ruby client gitlab 4.17',
    command: ['ruby', script('ruby-gitlab.rb')],
    finds: ['ruby', '-e', 'require "gitlab"'],
    packages: ['ruby-gitlab'],
    steps,
  },
  {
    name: 'perl-gitlab-api',
    title: 'the Perl client GitLab::API::v4 0.26',
    command: ['perl', script('perl-gitlab-api.pl')],
    finds: ['perl', '-MGitLab::API::v4', '-e', '1'],
    packages: ['libgitlab-api-v4-perl'],
    steps: stepsWithout('links', 'epics', ...delivery),
  },
  {
    name: 'go-gitlab',
    title: 'go-gitlab 0.73',
    command: ['go', 'run', script('go-gitlab.go')],
    finds: ['go', 'list', 'github.com/xanzy/go-gitlab'],
    packages: ['golang-go', 'golang-github-xanzy-go-gitlab-dev'],
    steps: stepsWithout(...delivery),
    // Sources as system packages install them, without modules; compiled packages are cached.
    env: { GO111MODULE: 'off', GOFLAGS: '', GOPATH: GO_PATH, GOCACHE: join(cache, 'go') },
  },
  {
    name: 'command-line',
    title: 'the command lines of python-gitlab and GitLab::API::v4',
    command: [PYTHON, '-W', 'ignore', script('command-line.py')],
    finds: ['bash', '-c', 'command -v python-gitlab && command -v gitlab-api-v4'],
    packages: ['gitlab-cli', 'libgitlab-api-v4-perl'],
    steps: stepsWithout('links', 'reactions', 'uploads', ...delivery),
  },
  {
    name: 'mcp',
    title: 'the official MCP client of Python 2.3',
    command: [pythonOf('mcp'), '-W', 'ignore', script('mcp-tools.py')],
    finds: [pythonOf('mcp'), '-c', 'import mcp'],
    packages: ['python3-venv'],
    wheel: 'mcp==2.3.0',
    steps: ['groups', 'tools', 'clean-up'],
  },
  npmClient('@gitbeaker/rest', '@gitbeaker/rest 43.8'),
  npmClient('@gitbeaker/node', '@gitbeaker/node 35.8', delivery),
  npmClient('gitlab', 'the npm package gitlab 14.2', ['links', 'to-dos', 'uploads', ...delivery]),
];

/** Whether a client is installed. */
export function hasClient(/** @type {Client} */ { finds: [command = '', ...args], env }) {
  mkdirSync(cache, { recursive: true });
  return spawnSync(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' }).status === 0;
}

/**
 * Installs the clients that are missing: those of npm by their own lockfile, the others where system packages may be
 * installed. Says which ones are missing then.
 * @returns {Promise<readonly Client[]>} the clients that are there
 */
export async function ensureClients() {
  if (!isNpmFresh()) {
    say('Installing the JavaScript clients of the API …');
    await run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', npmFolder]);
  }
  // Asking starts an interpreter for each.
  const unready = clients.filter((client) => !hasClient(client));
  // The Python of the system often has all that this needs.
  const lacking = await installWheels(unready);
  const packages = new Set(lacking.flatMap((client) => client.packages));
  const isInstalling = packages.size > 0 && canInstallPackages();
  if (isInstalling) {
    say(`Installing the system packages of ${lacking.map(({ title }) => title).join(', ')} …`);
    await installPackages([...packages]);
  }
  const missing = isInstalling ? await installWheels(lacking.filter((client) => !hasClient(client))) : lacking;
  for (const { title, packages: needed } of missing)
    say(`${title} is missing: install ${needed.join(' and ') || `the packages of e2e/clients/npm`}.`);
  return clients.filter((client) => !missing.includes(client));
}

/**
 * Installs the wheels of these clients, if a package index is in reach.
 * @param {readonly Client[]} lacking
 * @returns {Promise<readonly Client[]>} the clients that are still missing
 */
async function installWheels(lacking) {
  for (const { name, wheel } of lacking) {
    if (wheel === undefined || !existsSync(PYTHON)) continue;
    say(`Installing ${wheel} for Python …`);
    await run(PYTHON, ['-m', 'venv', environmentOf(name)]);
    if (existsSync(pythonOf(name)))
      await run(pythonOf(name), ['-m', 'pip', 'install', '--quiet', '--retries', '0', '--timeout', '20', wheel]);
  }
  return lacking.filter((client) => client.wheel === undefined || !hasClient(client));
}

/** Whether npm has installed exactly the releases in the lockfile. */
function isNpmFresh() {
  const installed = join(npmFolder, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const versionsOf = (/** @type {string} */ file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)
      .filter(([path]) => path !== '')
      .map(([path, { version }]) => `${path} ${version}`)
      .join('\n');
  return versionsOf(installed) === versionsOf(join(npmFolder, 'package-lock.json'));
}
