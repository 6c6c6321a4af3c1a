/** The Adapter Set that the app's remote adapters connect to, as the vendor's broker wants it described. */
import { ADAPTER_SET } from '../items.ts';
import { escapeXml } from './xml.ts';

/** The ports at which the broker's proxy adapters listen for the app's adapters. */
export interface AriPorts {
  metadata: number;
  /** The data adapter's requests and replies. */
  data: number;
  /** The data adapter's events. Two connections work with every 7.x; brokers before 7.3 know nothing else. */
  notify: number;
}

/** The ports of the vendor's own template of proxy adapters. */
export const DEFAULT_ARI: Readonly<AriPorts> = { metadata: 6663, data: 6661, notify: 6662 };

/**
 * `adapters.xml` of the Adapter Set. Names and meanings: the vendor's templates
 * `docs/remote_adapter_robust_conf_template/adapters.xml` and `docs/inprocess_adapter_conf_template/adapters.xml`.
 * @param bindTo the interface the proxy adapters listen on. They accept every connection, so: loopback.
 */
export function adapterSetXml(ports: AriPorts, bindTo = '127.0.0.1'): string {
  const common = (port: number): string => `        <adapter_class>ROBUST_PROXY_FOR_REMOTE_ADAPTER</adapter_class>
        <classloader>log-enabled</classloader>
        <param name="request_reply_port">${port}</param>
        <param name="interface">${escapeXml(bindTo)}</param>
        <!-- The server starts before the adapters, and goes on without them. 0 might mean: wait for ever. -->
        <param name="first_connection_timeout_millis">1</param>
        <param name="connection_recovery_timeout_millis">1000</param>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- Outcry's remote adapters. Written by apps/lightstreamer/vendor/adapter-set.ts. -->
<adapters_conf id="${ADAPTER_SET}">
    <!-- Both listen at once: an adapter that is missing must not keep the other from connecting. -->
    <metadata_adapter_initialised_first>N</metadata_adapter_initialised_first>

    <metadata_provider>
${common(ports.metadata)}
        <!-- An app that starts again does not know the sessions that have ended meanwhile. -->
        <param name="close_notifications_recovery">unneeded</param>
        <param name="notify_user_on_disconnection">force_retry</param>
        <param name="clear_on_new_remote">true</param>
    </metadata_provider>

    <data_provider name="DEFAULT">
${common(ports.data)}
        <param name="notify_port">${ports.notify}</param>
        <param name="missing_connection_timeout_millis">10000</param>
        <!-- The list of auctions is cleared when the adapter goes and sent anew when it is back. -->
        <param name="events_recovery">enforce_snapshot</param>
    </data_provider>
</adapters_conf>
`;
}
