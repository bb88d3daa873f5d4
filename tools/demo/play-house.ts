import { createLocalBus } from '#server/changes/bus.ts';
import { UNCHECKED_DISK } from '#server/db/disk-space.ts';
import type { Db } from '#server/db/open.ts';
import { predictDueShows } from '#server/house-players/predict-due-shows.ts';
import { predictNight } from '#server/house-players/predict-night.ts';
import { unpackTrainingData } from '#server/odds/model/training-data.ts';

/** Makes the house players predict, as after a server's start. Resolves once they are done. */
export async function playHouse(db: Db): Promise<void> {
  const log = { error: console.error };
  const context = { db, log, clock: Date.now, bus: createLocalBus(), disk: UNCHECKED_DISK };
  await predictDueShows(context, (data) => predictNight(unpackTrainingData(data)));
}
