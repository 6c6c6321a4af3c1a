/**
 * The preferences that keep a driven Firefox from acting on its own. Marionette sets its own recommended preferences as soon as it runs;
 * these cover the time before.
 */
export const DRIVEN_PREFERENCES: Readonly<Record<string, boolean | number | string>> = {
  // No updates: of itself, of add-ons, of codecs, of settings, of where studies come from.
  'app.update.disabledForTesting': true,
  'app.update.checkInstallTime': false,
  'extensions.update.enabled': false,
  'extensions.update.notifyUser': false,
  'media.gmp-manager.updateEnabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'app.normandy.api_url': '',
  // No add-ons but those that belong to Firefox.
  'extensions.autoDisableScopes': 0,
  'extensions.enabledScopes': 5,
  'extensions.installDistroAddons': false,
  // Nothing is reported to anyone.
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  // A blank page, and no questions before, after or instead of it.
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'startup.homepage_welcome_url': 'about:blank',
  'startup.homepage_welcome_url.additional': '',
  'browser.shell.checkDefaultBrowser': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.uitour.enabled': false,
  'browser.warnOnQuit': false,
  'browser.newtabpage.activity-stream.discoverystream.config': '[]',
  'browser.newtabpage.activity-stream.feeds.system.topstories': false,
  'toolkit.startup.max_resumed_crashes': -1,
  // Nothing is ended or asked about because it is slow, and nothing is tidied up because nobody is there.
  'dom.ipc.reportProcessHangs': false,
  'hangmonitor.timeout': 0,
  'idle.lastDailyNotification': -1,
  'media.sanity-test.disabled': true,
  // Like a window in front, whatever is in front; always on line; never asking where it is.
  'focusmanager.testmode': true,
  'network.manage-offline-status': false,
  'geo.provider.testing': true,
  'geo.wifi.scan': false,
  'security.certerrors.mitm.priming.enabled': false,
};
