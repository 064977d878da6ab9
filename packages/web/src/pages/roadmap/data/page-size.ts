/** So many epics come at a time. */
export const pageSize = 50;
