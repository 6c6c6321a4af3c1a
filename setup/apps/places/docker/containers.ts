import { EXIT, OutcryError } from '../../../../system/errors.ts';
import type { Place } from '../place.ts';
import { removeAbandoned } from './abandoned.ts';
import { type ContainerOptions, startContainer } from './container.ts';
import type { Engine } from './engine.ts';
import { ensureImage } from './image.ts';

/** @throws OutcryError (wrong use) for an engine elsewhere whose servers nobody here would reach */
export function containers(engine: Engine, options: ContainerOptions): Place {
  if (!engine.local && options.advertise === null) {
    throw new OutcryError(
      `the engine of context ${engine.context} is on another machine; say with --advertise HOST how that is called from here, so that servers listen beyond its loopback`,
      EXIT.usage,
    );
  }
  return {
    async prepare(app, log) {
      const removed = await removeAbandoned(engine.docker);
      if (removed > 0) log(`removed ${removed} of an earlier start's containers`);
      await ensureImage(engine.docker, app, log);
    },
    start: (app, env = {}) => startContainer(engine, app, { ...options, env }),
  };
}
