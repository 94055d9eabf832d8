/** Element id of the links card on the dashboard. Other cards use it as a link target. */
export const linksId = 'links';
