-- Una fila por pago. «key» distingue los pagos de una misma venta.
select
  pagos.venta as code,
  pagos.numero as `key`,
  pagos.monto_uf,
  pagos.depositado as fecha_deposito,
  pagos.documento as tipo_doc_descripcion,
  pagos.comprobante as ficha_pago
from pagos
join ventas on ventas.codigo = pagos.venta
where ventas.anulada = 0
order by pagos.venta, pagos.numero
