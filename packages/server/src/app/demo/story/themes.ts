import { fleetThemes } from './themes-fleet.ts';
import { platformThemes } from './themes-platform.ts';
import { riderAppThemes } from './themes-rider-app.ts';
import { ticketingThemes } from './themes-ticketing.ts';
import type { Theme } from './plan.ts';

export const themes: readonly Theme[] = [...riderAppThemes, ...ticketingThemes, ...fleetThemes, ...platformThemes];
