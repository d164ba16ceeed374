import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AvroSchema, readAvro, writeAvro } from '../../src/iceberg/avro-file.ts';
import { avroName, isNamedBy } from '../../src/iceberg/manifest.ts';

const schema: AvroSchema = {
  type: 'record',
  name: 'example',
  fields: [
    { name: 'number', type: 'long', 'field-id': 1 },
    { name: 'text', type: ['null', 'string'], default: null, 'field-id': 2 },
    { name: 'bytes', type: ['null', { type: 'array', items: 'bytes' }], default: null, 'field-id': 3 },
  ],
};

test('records are read as they were written', () => {
  const record = fc.record({
    number: fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
    text: fc.option(fc.string()),
    bytes: fc.option(fc.array(fc.uint8Array().map((bytes) => Buffer.from(bytes)))),
  });
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const file = writeAvro(schema, records, { about: 'ü' });
      expect(readAvro(file)).toEqual(records.map((each) => expect.objectContaining(each)));
      expect(isNamedBy(`x/${avroName('manifest', file)}.avro`, file)).toBe(true);
      expect(isNamedBy(`x/${avroName('manifest', file)}.avro`, Buffer.concat([file, file]))).toBe(false);
    }),
  );
});

test('a file that ends early is refused', () => {
  const file = writeAvro(schema, [{ number: 1, text: 'some text', bytes: null }], {});
  expect(() => readAvro(file.subarray(0, file.length - 24))).toThrow();
  expect(() => readAvro(Buffer.from('PAR1'))).toThrow('no Avro file');
});
