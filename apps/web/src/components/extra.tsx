import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component in a chunk of its own that the page can do without. While its code cannot be had nothing is shown, and
 * it is asked for again when the connection is back; a lazy one would take the whole page with it.
 */
export function extra<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Extra(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (loaded) return;
      let isThere = true;
      const ask = () =>
        void load().then(
          (component) => {
            loaded = component;
            if (isThere) setComponent(() => component);
          },
          () => window.addEventListener('online', ask, { once: true }),
        );
      ask();
      return () => {
        isThere = false;
        window.removeEventListener('online', ask);
      };
    }, []);
    return Component ? <Component {...props} /> : null;
  };
}
