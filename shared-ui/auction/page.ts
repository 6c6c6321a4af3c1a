/** Entry of the auction page: the auction house on the app's adapter, and what only a page can do. */
import '../style.css';
import './auction.css';
import './items.css';
import adapter from '@outcry/adapter';
import ko from 'knockout';
import { pageClock } from '../../member/clock.ts';
import type { Transport } from '../../metrics/transports.ts';
import { AuctionHouse } from './auction-house.ts';
import './bindings.ts';
import { LIMITS } from './contract.ts';
import { focusSoon, takeAway } from './focus.ts';
import { ItemSearch } from './item-search.ts';
import { loginStore } from './login-store.ts';

/** From here on both columns fit, and nothing needs to be folded. */
const WIDE = '(min-width: 56rem)';

// Many changes at once are shown in one go, and an error in showing them is not taken for one of the connection.
ko.options.deferUpdates = true;

const transports = __OUTCRY_APP__.auction;
const asked = new URLSearchParams(location.search).get('transport');
const known = transports.find((transport) => transport === asked);
const transport: Transport = known ?? transports[0]!;

const house = new AuctionHouse({
  adapter,
  url: location.origin,
  transport,
  clock: pageClock(),
  store: loginStore(() => sessionStorage),
});
const { account, adding } = house;

const wide = matchMedia(WIDE).matches;
account.open(wide);
adding.open(wide);
account.moved.subscribe((way) => focusSoon(way === 'in' ? '#items-heading' : '#account-name'));

/** A sentence about the connection as a whole; empty when all is well. */
const trouble = ko.pureComputed(() => {
  if (house.connection() !== 'lost') return '';
  return house.listed() ? 'Connection lost. Trying again …' : 'The server cannot be reached. Trying again …';
});

document.title = `Auction house – ${__OUTCRY_APP__.label} – Outcry`;
ko.applyBindings({
  house,
  search: new ItemSearch(house.items),
  account,
  adding,
  trouble,
  takeAway,
  limits: LIMITS,
  label: __OUTCRY_APP__.label,
  homepage: __OUTCRY_APP__.homepage,
  unknown: asked !== null && known === undefined ? asked : null,
  asked: transport,
  ways: transports.map((name) => ({ name, link: `?transport=${name}`, current: name === transport ? 'page' : null })),
});
addEventListener('online', () => house.retryNow());
house.start();
