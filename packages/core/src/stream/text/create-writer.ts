import type { DataType } from '../types/data-type.ts';
import type { TextForm, ValueWriter } from './value-writer.ts';
import { BooleanWriter } from './values/boolean.ts';
import { EnumWriter } from './values/enum.ts';
import { FloatWriter } from './values/float.ts';
import { BigintWriter, DecimalWriter, HugeintWriter, SmallIntegerWriter } from './values/integer.ts';
import { IntervalWriter } from './values/interval.ts';
import { ListWriter, MapWriter, NullWriter, StructWriter, UnionWriter } from './values/nested.ts';
import {
  BinaryTextWriter,
  base64Of,
  bignumOf,
  bitsOf,
  JsonStringWriter,
  PlainStringWriter,
} from './values/string.ts';
import { DateWriter, TimestampWriter, TimeWriter, TimeZoneWriter } from './values/temporal.ts';
import { UuidWriter } from './values/uuid.ts';
import { VariantWriter } from './values/variant.ts';

/** The writer of a type's values in a form. Nested values are JSON in every form. */
export function createWriter(type: DataType, form: TextForm): ValueWriter {
  switch (type.name) {
    case 'DECIMAL':
      return new DecimalWriter(type.storageBytes, type.scale, form);
    case 'ENUM':
      return new EnumWriter(type.values, type.storageBytes, form);
    case 'LIST':
    case 'ARRAY':
      return new ListWriter(createWriter(type.child, 'json'));
    case 'STRUCT':
      return new StructWriter(
        type.members.map((member) => member.name),
        type.members.map((member) => createWriter(member.type, 'json')),
      );
    case 'MAP':
      return new MapWriter(createWriter(type.key, 'name'), createWriter(type.value, 'json'));
    case 'UNION':
      return new UnionWriter(type.members.map((member) => createWriter(member.type, form)));
    case 'VARCHAR':
      return form === 'json' ? new JsonStringWriter() : new PlainStringWriter();
    default:
      return createPlainWriter(type, form);
  }
}

function createPlainWriter({ name }: DataType, form: TextForm): ValueWriter {
  switch (name) {
    case 'BOOLEAN':
      return new BooleanWriter();
    case 'TINYINT':
      return new SmallIntegerWriter(Int8Array);
    case 'SMALLINT':
      return new SmallIntegerWriter(Int16Array);
    case 'INTEGER':
      return new SmallIntegerWriter(Int32Array);
    case 'UTINYINT':
      return new SmallIntegerWriter(Uint8Array);
    case 'USMALLINT':
      return new SmallIntegerWriter(Uint16Array);
    case 'UINTEGER':
      return new SmallIntegerWriter(Uint32Array);
    case 'BIGINT':
    case 'UBIGINT':
      return new BigintWriter(name === 'BIGINT', form);
    case 'HUGEINT':
    case 'UHUGEINT':
      return new HugeintWriter(name === 'HUGEINT', form);
    case 'FLOAT':
    case 'DOUBLE':
      return new FloatWriter(name === 'DOUBLE', form);
    case 'BLOB':
    case 'GEOMETRY':
      return new BinaryTextWriter(base64Of, form);
    case 'BIT':
      return new BinaryTextWriter(bitsOf, form);
    case 'BIGNUM':
      return new BinaryTextWriter(bignumOf, form);
    case 'UUID':
      return new UuidWriter(form);
    case 'VARIANT':
      return new VariantWriter();
    case '"NULL"':
      return new NullWriter();
    default:
      return createTemporalWriter(name, form);
  }
}

function createTemporalWriter(name: DataType['name'], form: TextForm): ValueWriter {
  switch (name) {
    case 'DATE':
      return new DateWriter(form);
    case 'TIME':
      return new TimeWriter(6, form);
    case 'TIME_NS':
      return new TimeWriter(9, form);
    case 'TIME WITH TIME ZONE':
      return new TimeZoneWriter(form);
    case 'TIMESTAMP':
    case 'TIMESTAMP WITH TIME ZONE':
      return new TimestampWriter(6, form);
    case 'TIMESTAMP_S':
      return new TimestampWriter(0, form);
    case 'TIMESTAMP_MS':
      return new TimestampWriter(3, form);
    case 'TIMESTAMP_NS':
      return new TimestampWriter(9, form);
    case 'INTERVAL':
      return new IntervalWriter(form);
    default:
      throw new Error(`No text form for ${name}`);
  }
}
