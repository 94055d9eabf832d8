/** Element id of the links card on the dashboard. */
export const linksId = 'links';
