import {
  ArrowLeftToLine,
  CalendarClock,
  CalendarOff,
  Diamond,
  Hourglass,
  type LucideIcon,
  TrendingDown,
  Ungroup,
} from 'lucide-react';
import type { EpicSignal } from '@milepost/core/filters/signal-values';

/** One shape for each signal: none is recognized by its color alone. */
export const signalIcons: Readonly<Record<EpicSignal, LucideIcon>> = {
  AT_RISK: Diamond,
  OVERDUE: CalendarClock,
  STARTS_EARLY: ArrowLeftToLine,
  OUTSIDE_PARENT: Ungroup,
  BEHIND: TrendingDown,
  STALE: Hourglass,
  UNDATED: CalendarOff,
};
