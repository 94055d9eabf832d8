import { type ComponentType, lazy, useEffect, useState } from 'react';
import { loadNamespaces, type Namespace } from '../i18n/i18n.ts';
import { retryableImport } from '../lib/retryable-import.ts';

type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the component's code, so that its first render shows content immediately. Resolves even if loading fails. */
  preload: () => Promise<void>;
};

/**
 * Milliseconds between the first and second attempt to load a component's code. The delay doubles after each failure.
 */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/**
 * Returns a lazy-loaded component. `select` picks the component from the loaded module, and the messages of
 * `namespaces` are loaded in parallel. The component renders nothing until its code is loaded. While it is mounted,
 * failed loads are retried with backoff and when the browser is online again. React's `lazy` would replace the whole
 * page with an error screen instead, for example when a button is hovered while offline.
 */
export function lazyPart<Module, Props extends object>(
  load: () => Promise<Module>,
  select: (module: Module) => ComponentType<Props>,
  ...namespaces: Namespace[]
): LazyPart<Props> {
  const importModule = retryableImport(load);
  let loaded: ComponentType<Props> | undefined;
  async function fetchPart() {
    if (!loaded) {
      const [module] = await Promise.all([importModule(), loadNamespaces(namespaces)]);
      loaded = select(module);
    }
    return loaded;
  }
  function Part(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (Component) return;
      return retryUntilDone(fetchPart, (component) => setComponent(() => component));
    }, [Component]);
    return Component ? <Component {...props} /> : null;
  }
  const preload = () =>
    fetchPart().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Part, { preload });
}

/**
 * Returns a lazy-loaded component for content that some pages contain when they are prerendered. It must be inside a
 * Suspense boundary; prerendered content stays visible until its code is loaded. Failed loads are retried like those of
 * `lazyPart`.
 */
export function lazyContent<Module>(
  load: () => Promise<Module>,
  select: (module: Module) => ComponentType,
  ...namespaces: Namespace[]
) {
  const importModule = retryableImport(load);
  const fetchModule = async (importing: Promise<Module>) => {
    const [module] = await Promise.all([importing, loadNamespaces(namespaces)]);
    return module;
  };
  const loadUntilDone = () =>
    typeof window === 'undefined'
      ? fetchModule(load())
      : new Promise<Module>((resolve) => void retryUntilDone(() => fetchModule(importModule()), resolve));
  const Content = lazy(async () => ({ default: select(await loadUntilDone()) }));
  return Object.assign(Content, { preload: () => void fetchModule(importModule()).catch(() => {}) });
}

/** Retries `attempt` until it succeeds, then calls `onDone` once. Returns a function that cancels the retries. */
function retryUntilDone<Value>(attempt: () => Promise<Value>, onDone: (value: Value) => void): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = firstRetryMs;
  let isRunning = false;
  async function run() {
    clearTimeout(timer);
    if (isRunning) return;
    isRunning = true;
    try {
      const value = await attempt();
      if (!stop.signal.aborted) onDone(value);
      stop.abort();
    } catch {
      if (stop.signal.aborted) return;
      timer = setTimeout(run, delayMs);
      delayMs = Math.min(delayMs * 2, longestRetryMs);
    } finally {
      isRunning = false;
    }
  }
  window.addEventListener('online', () => void run(), { signal: stop.signal });
  void run();
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
