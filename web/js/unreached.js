// The page that stands for one that is not kept. It asks for its address until the house answers, and then loads it: a player
// whose clock runs must not have to find out that the connection is back.

/** How long to wait before asking again: a little longer each time, in milliseconds. */
const PAUSES = [2000, 3000, 5000, 7000, 10_000];
/** An answer that takes longer than this is not waited for. */
const PATIENCE = 8000;

let tries = 0;
let isAsking = false;
/** @type {number | undefined} */
let waiting;

/** Whether the house answers. A gateway that cannot reach it answers too, with an error. */
async function answers() {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    return status < 500;
  } catch {
    return false;
  }
}

async function ask() {
  if (isAsking) return;
  clearTimeout(waiting);
  isAsking = true;
  if (await answers()) {
    location.reload();
    return;
  }
  isAsking = false;
  wait();
}

/** Asks again later. All who wait do not ask at the same moment. */
function wait() {
  const pause = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
  tries += 1;
  waiting = setTimeout(() => void ask(), pause * (0.75 + Math.random() / 2));
}

// At its own address the page comes from the house, and there is nothing to wait for.
if (document.documentElement.dataset.unreached !== undefined) {
  addEventListener('online', () => void ask());
  document.addEventListener('visibilitychange', () => { if (!document.hidden) void ask(); });
  wait();
}
