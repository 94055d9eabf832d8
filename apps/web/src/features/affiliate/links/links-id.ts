/** Element id of the links card on the dashboard, which other cards link to. */
export const linksId = 'links';
