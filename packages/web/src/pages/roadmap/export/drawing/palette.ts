/** Colors of exported images, those of the light theme: images are often printed. */
export const ink = '#1f1e1c';
export const ink2 = '#55524b';
export const ink3 = '#656158';
export const line = '#e3e0da';
export const lineStrong = '#cfcbc3';
/** Behind the headers of lanes. */
export const sunken = '#f0eeea';
export const accent = '#0b6a73';

/** Width of the column with the names of epics, in pixels. */
export const detailsWidth = 360;
