import fc from 'fast-check'

/** Every property is tried with the same values each time. `SEED=2` tries others. */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })
