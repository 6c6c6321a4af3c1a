/**
 * A forever frame: a hidden frame whose page never ends, and whose scripts each hand over one message. They call a function that
 * stands on the frame's own element, so any number of frames fit on a page.
 */
import type { Stream } from '../../kits/client/streams.ts';

/** The frame's element, with the function that Play's `Comet` calls. */
type ReceivingFrame = HTMLIFrameElement & { receive?: (what: unknown) => void };

/** The time between two checks of a frame that has not connected yet, ms. */
const WATCH_MS = 100;

let frames = 0;

/** A page is loaded when its frames are: one that a forever frame is put into before that never would be. */
async function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

export const openForeverFrame: Stream = async (base, { received, ended }) => {
  await pageLoaded();
  const frame: ReceivingFrame = document.createElement('iframe');
  frame.hidden = true;
  frame.receive = (what) => {
    clearInterval(watch);
    // Else the frame's page grows by an element with each message.
    frame.contentDocument?.currentScript?.remove();
    received(what as Parameters<typeof received>[0]);
  };
  // A page that has ended, and an error page, are loaded; one that goes on is not.
  frame.onload = () => ended('the stream was closed');
  // Each its own address: browsers let a second request for one that is being loaded wait until it has been.
  frame.src = `${base}/http-streaming?frame=${++frames}-${Math.random().toString(36).slice(2)}`;
  document.body.append(frame);
  // Firefox tells nobody that a frame's server is not there; but the page that says so to people is not ours to read.
  const watch = setInterval(() => {
    if (frame.contentDocument === null) ended('no answer');
  }, WATCH_MS);
  return () => {
    clearInterval(watch);
    frame.onload = null;
    frame.receive = () => {};
    frame.remove();
  };
};
