/** Ignores decisions for a moment after their item has appeared or moved, so that a stray key or click decides nothing. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefCallback } from 'react';

const REST_MS = 700;
const SAME_PX = 2;

export interface InputGuard {
  readonly isOpen: boolean;
  /** To be called in the event itself: a move since the last drawn frame counts as well. */
  readonly accepts: () => boolean;
}

/** Closed for a moment when `item` changes, and when the place of the element that carries the ref does. */
export function useInputGuard(item: string): readonly [RefCallback<HTMLDivElement>, InputGuard] {
  const place = useRef<HTMLDivElement>(null);
  const spot = useRef<Spot | undefined>(undefined);
  const changedAt = useRef(Number.POSITIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);

  const restart = useCallback((): void => {
    spot.current = place.current ? measureSpot(place.current) : undefined;
    changedAt.current = performance.now();
    setOpen(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), REST_MS);
  }, []);
  const look = useCallback((): void => {
    const now = place.current ? measureSpot(place.current) : undefined;
    if (hasMoved(spot.current, now)) restart();
    else spot.current = now;
  }, [restart]);

  useLayoutEffect(restart, [restart, item]);
  useEffect(() => watchLayout({ look, restart }), [look, restart]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const accepts = useCallback((): boolean => {
    look();
    return performance.now() - changedAt.current >= REST_MS;
  }, [look]);
  const attach = useCallback((element: HTMLDivElement | null): void => {
    place.current = element;
  }, []);
  const guard = useMemo(() => ({ isOpen, accepts }), [isOpen, accepts]);
  return [attach, guard];
}

/** Where an element is in the window, and where it is in the content that scrolls. */
interface Spot {
  readonly window: readonly [number, number];
  readonly content: readonly [number, number];
}

function measureSpot(element: Element): Spot {
  const { left, top } = element.getBoundingClientRect();
  const content: [number, number] = [left, top];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    content[0] += parent.scrollLeft;
    content[1] += parent.scrollTop;
  }
  return { window: [left, top], content };
}

// Scrolling moves one of the two: the place in the window, or for what sticks to an edge the place in the content.
function hasMoved(before: Spot | undefined, after: Spot | undefined): boolean {
  if (!before || !after) return before !== after;
  return isApart(before.window, after.window) && isApart(before.content, after.content);
}

const isApart = (one: readonly [number, number], other: readonly [number, number]): boolean =>
  Math.abs(one[0] - other[0]) > SAME_PX || Math.abs(one[1] - other[1]) > SAME_PX;

interface Watcher {
  readonly look: () => void;
  readonly restart: () => void;
}

const watchers = new Set<Watcher>();
let frame: number | undefined;
let observer: MutationObserver | undefined;

function lookSoon(): void {
  frame ??= requestAnimationFrame(() => {
    frame = undefined;
    for (const { look } of watchers) look();
  });
}

/** For what scrolls without a person scrolling it. */
export function restartGuards(): void {
  for (const { restart } of watchers) restart();
}

// What arrived in a hidden tab appears when the tab does.
const noteVisible = (): void => {
  if (document.visibilityState === 'visible') restartGuards();
};

function watchLayout(watcher: Watcher): () => void {
  watchers.add(watcher);
  if (!observer) {
    observer = new MutationObserver(lookSoon);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    window.addEventListener('resize', lookSoon);
    document.addEventListener('visibilitychange', noteVisible);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    observer?.disconnect();
    observer = undefined;
    window.removeEventListener('resize', lookSoon);
    document.removeEventListener('visibilitychange', noteVisible);
  };
}
