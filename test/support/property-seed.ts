/** With `SDQ_PROPERTY_SEED`, every property that names no seed of its own begins with that one. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SDQ_PROPERTY_SEED) });
