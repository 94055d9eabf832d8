/** Where the links to paste stand on the dashboard. */
export const linksId = 'links';
