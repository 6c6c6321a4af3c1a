package outcry.web;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

/** Settings that the tests of this package share. */
final class TestSettings {
  private TestSettings() {}

  /** The application's own settings, for an actor system without Play. */
  static Config dispatchers() {
    return ConfigFactory.parseResources("application.conf")
        .withFallback(ConfigFactory.parseString("pekko.loglevel = WARNING"))
        .withFallback(ConfigFactory.load())
        .resolve();
  }
}
