-- Una fila por compromiso de una venta; «tipo» dice cuál. Las columnas que un compromiso no usa van en null.
select
  compromisos.venta as code,
  case compromisos.tipo
    when 'reserva' then 'Reserva'
    when 'cuotas' then 'Cuotas mensuales'
    when 'contado' then 'contado_preliminar'
    when 'hipotecario' then 'credito_hipotecario_preliminar'
  end as tipo,
  compromisos.uf as compromiso,
  compromisos.pesos as compromiso_pesos,
  compromisos.porcentaje as compromiso_porcentaje,
  compromisos.documento as tipo_documento,
  compromisos.ultimo_pago as fecha_ultimo_pago,
  compromisos.pagado_uf as compromiso_pagado,
  compromisos.pagado_porcentaje as compromiso_pagado_porcentaje,
  compromisos.cuotas_pendientes,
  null as deuda
from compromisos
join ventas on ventas.codigo = compromisos.venta
where ventas.anulada = 0
union all
-- Lo que falta pagar de las cuotas es un compromiso aparte, «resumen».
select
  compromisos.venta, 'resumen', null, null, null, null, null, null, null, null, compromisos.deuda_uf
from compromisos
join ventas on ventas.codigo = compromisos.venta
where ventas.anulada = 0 and compromisos.tipo = 'cuotas'
