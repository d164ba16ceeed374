import { operation } from '../operation.ts';

export const companyProfile = operation({
  endpoint: 'network/company-profile',
  worst: ({ employee_count }) => ({ records: 1, addons: { employees: employee_count } }),
  async answer({ company: name, company_id, employee_count }, session) {
    const which = company_id === undefined ? { company: name ?? '' } : { company_id };
    const { company, names } = await session.required('network.company', which, 'This company');
    if (employee_count === 0) {
      return { data: { company, api_calls: session.apiCalls }, delivered: { records: 1 } };
    }
    const people = { company: names.company, current_company: true };
    const { items: employees } = await session.list('network.people', people, employee_count);
    const data = {
      company,
      employees,
      total_employees_fetched: employees.length,
      api_calls: session.apiCalls,
    };
    return { data, delivered: { records: 1, addons: { employees: employees.length } } };
  },
});
