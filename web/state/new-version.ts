/** Whether the server has another version of the console than the one that runs here, and one reload for it. */
const RELOADED_FOR = 'deputize-reloaded-for';
const ENTRY = /<script[^>]*\ssrc="(\/assets\/[^"]+\.js)"/;

const findRunningEntry = (): string | undefined =>
  document.querySelector('script[type=module][src]')?.getAttribute('src') ?? undefined;

async function findServedEntry(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store', credentials: 'same-origin' });
    return response.ok ? ENTRY.exec(await response.text())?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** Reloads the page when the server has a new version: once for each, so that a stale page is no loop. */
export async function reloadForNewVersion(): Promise<void> {
  const [served, running] = [await findServedEntry(), findRunningEntry()];
  if (served === undefined || served === running || sessionStorage.getItem(RELOADED_FOR) === served) return;
  sessionStorage.setItem(RELOADED_FOR, served);
  window.location.reload();
}
