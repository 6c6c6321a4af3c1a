/** The Meteor app's server. */
import { installedVersion } from '../node-kit/versions.ts';
import { runStandIn } from './stand-in.ts';

runStandIn(`DDP 1 over SockJS ${installedVersion('sockjs', import.meta.url)}`);
