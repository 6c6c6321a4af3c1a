/**
 * All settings in which the swarm's browsers differ from a person's browser, with reasons.
 *
 * WebDriver itself already keeps Firefox from updating, sending telemetry, asking Safe Browsing, probing for captive
 * portals, restoring sessions and showing first-run pages (its "recommended preferences"), so none of that is repeated.
 * The browsers' limits on network connections are measured too, so they stay as they are.
 */

type Preferences = Record<string, boolean | number | string>;

/** The extra settings of browsers under a run condition: preferences of Firefox, flags of Chromium and Chrome. */
export interface BrowserSettings {
  firefox: Readonly<Preferences>;
  chrome: readonly string[];
  /** They accept certificates of unknown authorities. */
  anyCertificate?: true;
  /** Another window is in front of every page. */
  background?: true;
}

export const NO_SETTINGS: BrowserSettings = { firefox: {}, chrome: [] };

/** Firefox: so that times are precise, and a hidden window works like one in front. */
const FIREFOX_MEASURING: Preferences = {
  // performance.now() and Date are otherwise rounded to 1 ms with a random jitter ...
  'privacy.reduceTimerPrecision': false,
  // ... and, without that, still clamped to 20 µs.
  'privacy.reduceTimerPrecision.unconditional': false,
  // Both would bring the rounding back (16.7 ms and more) whatever the two lines above say; off by default, but some
  // distributions' builds switch them on.
  'privacy.resistFingerprinting': false,
  'privacy.fingerprintingProtection': false,
  // Timers of a page in the background fire at most once a second. With 4 ms, which the foreground has for nested timers alone, each timer
  // of a client that waits for no time at all would take 4 ms.
  'dom.min_background_timeout_value': 0,
  'dom.min_background_timeout_value_without_budget_throttling': 0,
  // Pages that use much CPU in timers get them delayed by up to 15 s once their budget is spent.
  'dom.timeout.enable_budget_timer_throttling': false,
  // Pages are otherwise throttled from 30 s after loading; no page ever gets that old.
  'dom.timeout.throttling_delay': 2_147_483_647,
  // Covered windows are treated as hidden on Windows and macOS; a headful swarm covers nearly all of its windows.
  'widget.windows.window_occlusion_tracking.enabled': false,
  'widget.macos.window_occlusion_tracking.enabled': false,
  // The session is saved to disk every 15 s for a restart that will not be: I/O and CPU in the middle of a run.
  'browser.sessionstore.interval': 3_600_000,
  // A study or an add-on that arrives during a session would make its later runs another browser's.
  'app.normandy.enabled': false,
  'app.shield.optoutstudies.enabled': false,
  // Fetches video codecs shortly after the start.
  'media.gmp-manager.updateEnabled': false,
  'media.gmp-provider.enabled': false,
};

/**
 * Firefox: so that many fit. Measured on Linux with Firefox ESR 153, 12 s after loading a page, one browser alone:
 * 514 MB in 11 processes without these, 450 MB in 5 with them (sum of PSS).
 */
const FIREFOX_MEMORY: Preferences = {
  // One page from one site at a time: one content process is enough, and isolating sites from each other buys nothing.
  'dom.ipc.processCount': 1,
  'fission.autostart': false,
  // Three content processes are otherwise kept ready for tabs that nobody opens.
  'dom.ipc.processPrelaunch.enabled': false,
  // about: pages share the one content process; no process of their own, ...
  'browser.tabs.remote.separatePrivilegedContentProcess': false,
  // ... and no new-tab page is rendered in advance.
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  // Processes for WebRTC's sockets and for decoding media: the load page has neither. HTTP and WebSocket do not use them.
  'network.process.enabled': false,
  'media.rdd-process.enabled': false,
  // A page that was left would be kept alive for the Back button, with its clients' memory.
  'browser.sessionhistory.max_total_viewers': 0,
  // A page of a few hundred kB per run: a cache on disk costs more writing than it saves.
  'browser.cache.disk.enable': false,
};

/** Everything set in a swarm's Firefox. */
export const FIREFOX_PREFERENCES: Readonly<Preferences> = { ...FIREFOX_MEASURING, ...FIREFOX_MEMORY };

/** Everything set in a swarm's Chromium or Chrome, for the same reasons. */
export const CHROMIUM_FLAGS: readonly string[] = [
  // A page that floods the browser with messages to its other processes is slowed down.
  '--disable-ipc-flooding-protection',
  // Updates of components, safe browsing, and other requests that are no part of the test.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--no-first-run',
  '--no-default-browser-check',
  // Containers give /dev/shm 64 MB by default, and a page that needs more crashes.
  '--disable-dev-shm-usage',
];

/** Set besides in Chromium and Chrome whose pages are to work in the background as in front. */
export const CHROMIUM_AS_IN_FRONT: readonly string[] = [
  // Timers of background pages fire at most once a second, and once a minute after five minutes.
  '--disable-background-timer-throttling',
  // Background pages' processes get a lower priority.
  '--disable-renderer-backgrounding',
  // Covered windows are treated as background pages.
  '--disable-backgrounding-occluded-windows',
];

/** Pages in the background, which have what Firefox gives them by default. */
export const IN_THE_BACKGROUND: BrowserSettings = {
  firefox: {
    'dom.min_background_timeout_value': 1_000,
    'dom.min_background_timeout_value_without_budget_throttling': 1_000,
    'dom.timeout.enable_budget_timer_throttling': true,
    'dom.timeout.throttling_delay': 30_000,
  },
  chrome: [],
  background: true,
};

/** Firefox: all connections go through the SOCKS proxy at `address` (`host:port`), as long as it is there and afterwards too. */
export function firefoxProxy(address: string): Readonly<Preferences> {
  const [host, port] = address.split(':');
  return {
    // By hand, as below.
    'network.proxy.type': 1,
    'network.proxy.socks': host!,
    'network.proxy.socks_port': Number(port),
    'network.proxy.socks_version': 5,
    // Connections to this machine would otherwise be made without it.
    'network.proxy.allow_hijacking_localhost': true,
    'network.proxy.no_proxies_on': '',
    // A proxy that does not answer must not be gone round.
    'network.proxy.failover_direct': false,
    'network.proxy.allow_bypass': false,
  };
}

/** The same for Chromium. */
export const chromiumProxy = (address: string): readonly string[] => [
  `--proxy-server=socks5://${address}`,
  '--proxy-bypass-list=<-loopback>',
];
