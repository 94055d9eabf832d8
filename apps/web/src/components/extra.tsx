import { type ComponentType, useEffect, useState } from 'react';

type ExtraComponent<Props> = ComponentType<Props> & {
  /** Loads the code, so that the component is shown in its first render. Resolves even if loading fails. */
  preload: () => Promise<void>;
};

/**
 * Returns a component in a separate chunk for an optional part of a page. It renders nothing until the chunk is loaded,
 * and retries a failed load when the browser is online again. `lazy` would crash the whole page after a failure.
 */
export function extra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ExtraComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => {
    loaded ??= await load();
    return loaded;
  };
  function Extra(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (loaded) return;
      let isThere = true;
      const ask = () =>
        void fetch().then(
          (component) => isThere && setComponent(() => component),
          () => window.addEventListener('online', ask, { once: true }),
        );
      ask();
      return () => {
        isThere = false;
        window.removeEventListener('online', ask);
      };
    }, []);
    return Component ? <Component {...props} /> : null;
  }
  const preload = () =>
    fetch().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Extra, { preload });
}
