/** Opening browsers, on this machine or on a Selenium Grid. */
import { Builder, type WebDriver } from 'selenium-webdriver';
import chrome from 'selenium-webdriver/chrome.js';
import firefox from 'selenium-webdriver/firefox.js';
import type { Log } from '../../setup/tools/programs.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { watchMemoryKills } from '../../system/memory-kills.ts';
import { isRunning } from '../../system/process-owner.ts';
import { type BrowserName, findPrograms, type Programs, startDriver } from './driver-process.ts';
import {
  type BrowserSettings,
  CHROMIUM_AS_IN_FRONT,
  CHROMIUM_FLAGS,
  chromiumProxy,
  FIREFOX_PREFERENCES,
  firefoxProxy,
  NO_SETTINGS,
} from './preferences.ts';
import { profileFrom, templateKey, templateProfile } from './profile-template.ts';
import { unlessAborted, withLimit } from './time-limit.ts';
import { untilQuiet } from './wait-until-idle.ts';

export interface BrowserOptions {
  browser?: BrowserName;
  /** Without windows; the default. */
  headless?: boolean;
  /** URL of a Selenium Grid; without it the browser runs on this machine. */
  grid?: string | null;
  /** With WebDriver BiDi, which gives tests the page's console. Not for measuring. */
  bidi?: boolean;
  /** `host:port` of a SOCKS 5 proxy that all its connections go through, those to this machine too. Not for measuring. */
  socksProxy?: string | null;
  settings?: BrowserSettings;
  /** Told about installing a missing browser or driver. */
  log?: Log;
  /** Gives up on a browser that is still coming up. */
  signal?: AbortSignal;
}

export interface OpenBrowser {
  driver: WebDriver;
  versions: { browser: string | null; driver: string | null };
  /** Process id of its driver, the root of its process tree; null on a Grid. */
  pid: number | null;
  /** Returns the reason if it is known to be dead without asking it (its processes are gone); otherwise null. */
  death(): string | null;
  /** Ends it within seconds, hung or not. Safe to call twice. */
  close(): Promise<void>;
}

/** The time limit for a browser's start; on a Grid, which may queue the request, `signal` replaces it. */
const SESSION_LIMIT_MS = 120_000;
const QUIT_LIMIT_MS = 5_000;

type Wanted = Required<Omit<BrowserOptions, 'signal'>>;

/** A browser's program on this machine, and the profile that it starts with; null: an empty one. */
interface LocalBrowser {
  programs: Programs;
  profile: string | null;
}

function builder({ browser, headless, bidi, socksProxy, settings }: Wanted, here: LocalBrowser | null): Builder {
  // SELENIUM_BROWSER and its like in somebody's environment must not change what is measured.
  const base = new Builder().disableEnvironmentOverrides();
  if (browser === 'firefox') {
    const options = new firefox.Options();
    options.setAcceptInsecureCerts(settings.anyCertificate ?? false);
    const preferences = {
      ...FIREFOX_PREFERENCES,
      ...settings.firefox,
      ...(socksProxy === null ? {} : firefoxProxy(socksProxy)),
    };
    for (const [name, value] of Object.entries(preferences)) options.setPreference(name, value);
    if (headless) options.addArguments('-headless');
    if (here) options.setBinary(here.programs.browser);
    if (here?.profile) options.addArguments('-profile', here.profile);
    if (bidi) options.enableBidi();
    return base.forBrowser('firefox').setFirefoxOptions(options);
  }
  const options = new chrome.Options();
  options.setAcceptInsecureCerts(settings.anyCertificate ?? false);
  options.addArguments(
    ...CHROMIUM_FLAGS,
    ...(settings.background ? [] : CHROMIUM_AS_IN_FRONT),
    ...settings.chrome,
    ...(socksProxy === null ? [] : chromiumProxy(socksProxy)),
  );
  if (headless) options.addArguments('--headless=new');
  // Chromium's sandbox does not work for root; anyone else keeps it.
  if (here && process.getuid?.() === 0) options.addArguments('--no-sandbox');
  if (here) options.setChromeBinaryPath(here.programs.browser);
  if (bidi) options.enableBidi();
  return base.forBrowser('chrome').setChromeOptions(options);
}

/** @param signal gives up on it; without one, {@link SESSION_LIMIT_MS} does */
async function openSession(
  request: Builder,
  url: string,
  signal?: AbortSignal,
): Promise<{ driver: WebDriver; about: Map<string, unknown> }> {
  const opening = (async () => {
    const driver: WebDriver = await request.usingServer(url).build();
    await driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 });
    const capabilities = await driver.getCapabilities();
    return { driver, about: new Map([...capabilities.keys()].map((key) => [key, capabilities.get(key)])) };
  })();
  try {
    return await (signal === undefined
      ? withLimit(opening, SESSION_LIMIT_MS, `no browser after ${SESSION_LIMIT_MS / 1000} s`)
      : unlessAborted(opening, signal));
  } catch (error) {
    // One that a Grid still opens later would take up room there until the Grid's own time limit. Who gives up may end the process next, so
    // one that is about to open is waited for.
    const quitting = opening.then(({ driver }) => driver.quit()).catch(() => {});
    if (signal?.aborted) await withLimit(quitting, QUIT_LIMIT_MS, 'does not quit').catch(() => {});
    throw error;
  }
}

function versionsFrom(about: Map<string, unknown>): OpenBrowser['versions'] {
  const chromeDetails = about.get('chrome') as { chromedriverVersion?: string } | undefined;
  const ready = about.get('moz:geckodriverVersion') ?? chromeDetails?.chromedriverVersion?.split(' ')[0];
  const driver = ready ?? about.get('outcry:driver');
  return { browser: (about.get('browserVersion') as string) ?? null, driver: (driver as string) ?? null };
}

async function openOnGrid(grid: string, wanted: Wanted, signal?: AbortSignal): Promise<OpenBrowser> {
  const { driver, about } = await openSession(builder(wanted, null), grid, signal);
  let closing: Promise<void> | null = null;
  const quit = (): Promise<void> => withLimit(driver.quit(), QUIT_LIMIT_MS, 'does not quit').catch(() => {});
  return { driver, versions: versionsFrom(about), pid: null, death: () => null, close: () => (closing ??= quit()) };
}

async function openHere(wanted: Wanted, signal?: AbortSignal): Promise<OpenBrowser> {
  const { browser, headless } = wanted;
  if (!headless && process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    throw new OutcryError(
      'there is no display here to show browsers on (DISPLAY and WAYLAND_DISPLAY are not set); run without --headful',
      EXIT.missing,
    );
  }
  const programs = await findPrograms(browser, wanted.log);
  const template = browser === 'firefox' ? await firefoxTemplate(programs, wanted.log) : null;
  signal?.throwIfAborted();
  return startBrowser(wanted, programs, (folder) => (template === null ? null : profileFrom(template, folder)), signal);
}

/** @param makeProfile makes the profile that it starts on, in the folder that is given; null: an empty one */
async function startBrowser(
  wanted: Wanted,
  programs: Programs,
  makeProfile: (folder: string) => string | null,
  signal?: AbortSignal,
): Promise<OpenBrowser> {
  const driverProcess = await startDriver(wanted.browser, programs);
  // Without its driver the session cannot come up: opening it fails at once.
  const giveUp = (): void => void driverProcess.stop();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    const profile = makeProfile(driverProcess.folder);
    const { driver, about } = await openSession(builder(wanted, { programs, profile }), driverProcess.url);
    const browserPid = about.get('moz:processID') ?? about.get('goog:processID');
    const kills = watchMemoryKills();
    const death = (): string | null => {
      if (driverProcess.ended()) return `its driver process has ended${kills()}`;
      return typeof browserPid === 'number' && !isRunning(browserPid) ? `its process has ended${kills()}` : null;
    };
    let closing: Promise<void> | null = null;
    const close = async (): Promise<void> => {
      if (death() === null) await withLimit(driver.quit(), QUIT_LIMIT_MS, 'does not quit').catch(() => {});
      await driverProcess.stop();
    };
    return { driver, versions: versionsFrom(about), pid: driverProcess.pid, death, close: () => (closing ??= close()) };
  } catch (error) {
    await driverProcess.stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

let template: Promise<string | null> | null = null;

/**
 * Returns the profile that this process's Firefoxes start on. If it cannot be made: null, with the reason logged; then all start on empty
 * profiles.
 */
function firefoxTemplate(programs: Programs, log: Log): Promise<string | null> {
  const unseen = { browser: 'firefox', headless: true, grid: null, bidi: false } as const;
  const plain: Wanted = { ...unseen, socksProxy: null, settings: NO_SETTINGS, log };
  template ??= templateProfile(templateKey(programs.browser, FIREFOX_PREFERENCES), async (profile) => {
    log('starting a first Firefox, from whose startup cache the others start more quickly');
    const { driver, pid, close } = await startBrowser(plain, programs, () => profile);
    try {
      await untilQuiet([pid!], new AbortController().signal);
      // It keeps its cache when it ends in peace, which takes as long as it takes.
      await withLimit(driver.quit(), SESSION_LIMIT_MS, 'does not quit');
    } finally {
      await close();
    }
  }).catch((error: Error) => {
    log(`Firefox starts without a startup cache: ${error.message.split('\n')[0]}`);
    return null;
  });
  return template;
}

/** Prepares the browser, its driver and profile, so that launches need not wait for them. @throws OutcryError (missing) */
export async function readyBrowser(browser: BrowserName, log: Log): Promise<void> {
  const programs = await findPrograms(browser, log);
  if (browser === 'firefox') await firefoxTemplate(programs, log);
}

/**
 * Opens one browser.
 * @throws OutcryError (missing) when the browser or its driver cannot be had, (failed) when it does not come up
 */
export async function launchBrowser(options: BrowserOptions = {}): Promise<OpenBrowser> {
  const { browser = 'firefox', headless = true, grid = null, bidi = false } = options;
  const { socksProxy = null, settings = NO_SETTINGS, log = () => {}, signal } = options;
  const wanted = { browser, headless, grid, bidi, socksProxy, settings, log };
  try {
    return await (grid ? openOnGrid(grid, wanted, signal) : openHere(wanted, signal));
  } catch (error) {
    if (error instanceof OutcryError) throw error;
    const where = grid ? `on the Grid at ${grid}` : 'on this machine';
    const reason = (error as Error).message.split('\n')[0];
    throw new OutcryError(`${browser} could not be opened ${where}: ${reason}`, EXIT.failed, { cause: error });
  }
}

/**
 * Opens one browser, a second time after a failure: on a busy machine some starts time out.
 * @param name its name in messages
 * @throws OutcryError as {@link launchBrowser}
 */
export async function launchTwice(options: BrowserOptions, name: string): Promise<OpenBrowser> {
  try {
    return await launchBrowser(options);
  } catch (error) {
    if (options.signal?.aborted || (error instanceof OutcryError && error.exitCode === EXIT.missing)) throw error;
    options.log?.(`${name} did not come up (${(error as Error).message}); trying once more`);
  }
  try {
    return await launchBrowser(options);
  } catch (error) {
    throw new OutcryError(`${name}, tried twice: ${(error as Error).message}`, EXIT.failed);
  }
}

/** Opens one browser for a test. `quit()` also ends the driver process. @throws OutcryError as {@link launchBrowser} */
export async function openBrowser(options: BrowserOptions = {}): Promise<WebDriver> {
  const { driver, close } = await launchBrowser(options);
  const quit = driver.quit.bind(driver);
  let quitting = false;
  // close() quits the session itself, through this same method.
  driver.quit = () => {
    if (quitting) return quit();
    quitting = true;
    return close();
  };
  return driver;
}
