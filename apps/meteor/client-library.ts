/** The client library, which is a CommonJS module with a default of its own: some bundlers look through that, and some do not. */
import library from 'simpleddp-core';

export const DDP = (library as unknown as { default?: typeof library }).default ?? library;
