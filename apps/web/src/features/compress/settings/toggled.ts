/** Returns the items that are chosen after `item` was added or removed, in the order of `all`. */
export const toggled = <Item>(all: readonly Item[], chosen: readonly Item[], item: Item): Item[] =>
  all.filter((each) => chosen.includes(each) !== (each === item));
