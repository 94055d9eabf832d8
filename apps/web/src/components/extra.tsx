import { type ComponentType, useEffect, useState } from 'react';

type ExtraComponent<Props> = ComponentType<Props> & {
  /** Fetches the code, so that the first render shows the component. Resolves after a failure as well. */
  preload: () => Promise<void>;
};

/**
 * A component in a chunk of its own that the page can do without. While its code cannot be had nothing is shown, and
 * it is asked for again when the connection is back; a lazy one would take the whole page with it.
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
