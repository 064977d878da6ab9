/** More epics than this on one roadmap are worth a warning, unless the person who runs Milepost says otherwise. */
export const defaultEpicsLimit = 1000;
