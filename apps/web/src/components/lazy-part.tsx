import { type ComponentType, useEffect, useState } from 'react';
import { loadNamespaces, type Namespace } from '../i18n/i18n.ts';
import { retryableImport } from '../lib/retryable-import.ts';

type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code, so that the component is shown in its first render. Resolves even if loading fails. */
  preload: () => Promise<void>;
};

/** Milliseconds until the second attempt to load the code of a mounted part. The delay doubles after each failure. */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/**
 * Returns a component in a separate chunk for a part of a page: the component that `select` takes from the loaded
 * module. The messages of `namespaces` are loaded in parallel. The part renders nothing until it is loaded. While it is
 * mounted, a failed load is retried after a delay and when the browser is online again. React's `lazy` would instead
 * replace the whole page with an error screen, for example when a button is hovered without a connection.
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

/** Repeats `attempt` until it succeeds, then calls `onDone` once. Returns a function that stops the attempts. */
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
