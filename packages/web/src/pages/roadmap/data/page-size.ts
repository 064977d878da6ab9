/** The number of epics per page. */
export const pageSize = 50;
