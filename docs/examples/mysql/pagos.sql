-- Una fila por pago. «key» distingue los pagos de una misma venta.
select
  pagos.venta as code,
  pagos.numero as `key`,
  pagos.monto_uf,
  pagos.depositado as fecha_deposito,
  pagos.documento as tipo_doc_descripcion,
  pagos.comprobante as ficha_pago,
  -- Los lugares de las cuotas que paga, en el orden de cuotas.sql: '3' o '3,4'.
  (
    select group_concat(imputaciones.cuota order by imputaciones.cuota)
    from imputaciones
    where imputaciones.venta = pagos.venta and imputaciones.pago = pagos.numero
  ) as cuotas,
  pagos.por_imputar_uf as monto_uf_por_imputar
from pagos
join ventas on ventas.codigo = pagos.venta
where ventas.anulada = 0
order by pagos.venta, pagos.numero
